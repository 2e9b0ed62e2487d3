import { existsSync, readdirSync, readFileSync } from 'fs';
import { join, relative } from 'path';

export const ROOT = join(__dirname, '../..');

/** A block of TypeScript in a page. */
export interface Snippet {
  readonly page: string;
  /** Of the block's first line of code, from 1. */
  readonly line: number;
  /** What follows `ts` on the fence. */
  readonly info: string;
  readonly code: string;
  /** Declarations that the page has hidden in a comment before the block, because a reader would be bored by them. */
  readonly setup: string;
  /** The comment just before the block, other than a setup. */
  readonly remark: string;
}

export function pages(): string[] {
  const docs = existsSync(join(ROOT, 'docs')) ? readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }) : [];
  const examples = existsSync(join(ROOT, 'examples')) ? readdirSync(join(ROOT, 'examples')).map((name) => join('examples', name, 'README.md')) : [];
  return ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...examples, ...docs.map((name) => join('docs', name))]
    .filter((name) => name.endsWith('.md') && existsSync(join(ROOT, name)))
    .sort();
}

export const snippets = (): Snippet[] => pages().flatMap((page) => snippetsOf(page, readFileSync(join(ROOT, page), 'utf8')));

/** `<!-- snippet-setup … -->` speaks for the next block only. */
export function snippetsOf(page: string, text: string): Snippet[] {
  const found: Snippet[] = [];
  const pattern = /<!--([\s\S]*?)-->|^```(?:ts|typescript)\b([^\n]*)\n([\s\S]*?)^```/gm;
  let setup = '';
  let remark = '';
  let after = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, comment, info, code] = match;
    const between = text.slice(after, match.index);
    after = match.index + whole.length;
    if (comment !== undefined) {
      const [, hidden] = /^\s*snippet-setup\b([\s\S]*)$/.exec(comment) ?? [];
      if (hidden === undefined) {
        remark = comment.trim();
      } else {
        setup = hidden.trim();
      }
    } else if (code !== undefined) {
      found.push({
        page: relative('.', page),
        line: text.slice(0, match.index).split('\n').length + 1,
        info: (info ?? '').trim(),
        code,
        setup,
        remark: between.trim() === '' ? remark : '',
      });
      setup = '';
      remark = '';
    }
  }
  return found;
}
