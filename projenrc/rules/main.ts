/* `npm run rules`: writes `docs/rules/`, a page for each code. `--check` writes nothing and fails if a page is out of date. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { at } from '../root';
import { rulePages } from './pages';

/** Files of `docs/rules/` that are not what the catalogue says. */
export function outOfDate(): string[] {
  const pages = rulePages();
  const there = existsSync(at('docs/rules')) ? readdirSync(at('docs/rules')) : [];
  const wrong = [...pages].filter(([name, text]) => !there.includes(name) || readFileSync(at('docs/rules', name), 'utf8') !== text).map(([name]) => name);
  return [...wrong, ...there.filter((name) => !pages.has(name))].sort();
}

function write(): void {
  const pages = rulePages();
  mkdirSync(at('docs/rules'), { recursive: true });
  for (const name of readdirSync(at('docs/rules'))) {
    if (!pages.has(name)) {
      rmSync(at('docs/rules', name));
    }
  }
  for (const [name, text] of pages) {
    writeFileSync(at('docs/rules', name), text);
  }
  console.log(`${pages.size} pages in docs/rules/.`);
}

if (require.main === module) {
  if (process.argv.includes('--check')) {
    const wrong = outOfDate();
    if (wrong.length > 0) {
      console.error(`docs/rules/ is out of date; run npm run rules:\n  ${wrong.join('\n  ')}`);
      process.exitCode = 1;
    }
  } else {
    write();
  }
}
