import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { type Cost, measure } from './measure';

const DOCUMENT = join(process.cwd(), 'docs', 'performance.md');
const [BEGIN, END] = ['<!-- bench: begin -->', '<!-- bench: end -->'];

/** `npm run bench`: everything in one run, one program after the other, so that the numbers can be compared. */
function main(): void {
  const start = { ours: measure(15, 'start.js', 'cdk8s-workstations'), cdk8s: measure(15, 'start.js', 'cdk8s') };
  const app = { ours: measure(15, 'start.js', 'cdk8s-workstations', 'FleetApp'), cdk8s: measure(15, 'start.js', 'cdk8s', 'App') };
  const ours = { hundred: synth(3, 'fleet', 100), thousand: synth(3, 'fleet', 1_000), tenThousand: synth(2, 'fleet', 10_000) };
  const chart = { hundred: synth(3, 'chart', 100), thousand: synth(3, 'chart', 1_000) };
  const folder = { hundred: synth(3, 'folder', 100), thousand: synth(3, 'folder', 1_000), tenThousand: synth(1, 'folder', 10_000) };

  const text = [
    row('CPU and memory of the whole program', '100 people', '1,000', '10,000'),
    '|---|---|---|---|',
    row('FleetApp, with all checks', cost(ours.hundred), cost(ours.thousand), cost(ours.tenThousand)),
    row('of which the tree of constructs', seconds(ours.hundred.tree), seconds(ours.thousand.tree), seconds(ours.tenThousand.tree)),
    row('cdk8s App, FILE_PER_CHART', cost(chart.hundred), cost(chart.thousand), 'not run: quadratic'),
    row('cdk8s App, FOLDER_PER_CHART_FILE_PER_RESOURCE', cost(folder.hundred), cost(folder.thousand), cost(folder.tenThousand)),
    '',
    row('ratio', 'measured', 'aim'),
    '|---|---|---|',
    row('FleetApp to cdk8s FILE_PER_CHART, CPU, 1,000 people', ratio(ours.thousand, chart.thousand), '≤ 0.35'),
    row('FleetApp to cdk8s FOLDER_PER_CHART_FILE_PER_RESOURCE, CPU, 1,000 people', ratio(ours.thousand, folder.thousand), '≤ 0.35'),
    row('FleetApp, 10,000 to 1,000 people, CPU', ratio(ours.tenThousand, ours.thousand), '≤ 11'),
    row('FleetApp, 10,000 people', cost(ours.tenThousand), '≤ 15 s, ≤ 500 MB'),
    row("`require('cdk8s-workstations')` to `require('cdk8s')`, CPU of the whole program", ratio(start.ours, start.cdk8s), '≤ 1.25'),
    row('the same, and `new FleetApp()` to `new App()`', ratio(app.ours, app.cdk8s), '≤ 1.25'),
    '',
    `Node ${process.versions.node}.`,
  ].join('\n');
  console.log(text);
  const before = readFileSync(DOCUMENT, 'utf8');
  const [head = '', rest = ''] = before.split(BEGIN);
  writeFileSync(DOCUMENT, `${head}${BEGIN}\n${text}\n${END}${rest.split(END)[1] ?? '\n'}`);
}

const synth = (times: number, writer: string, people: number): Cost => measure(times, 'synth.js', writer, String(people));

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const seconds = (amount: number): string => `${amount.toFixed(2)} s`;
const cost = ({ cpu, megabytes }: Cost): string => `${seconds(cpu)}, ${Math.round(megabytes)} MB`;
const ratio = (a: Cost, b: Cost): string => (a.cpu / b.cpu).toFixed(2);

main();
