import { basename, dirname, resolve } from 'path';
import { brief, didYouMean, renderFault, sortFaults } from '../faults';
import { isThere, peopleIn, type PersonRow, readConfig, readManifests } from '../output/read';
import { namesIn, refuseFormat } from './given';
import { table } from './table';
import { CLEAN, FAULTY, refuse } from './usage';

/** Prints who has what, from the manifests of an output folder. */
export function people(dir: string | undefined, options: { readonly format: string }): number {
  const refused = refuseFormat(options.format, ['text', 'json', 'csv']);
  if (refused !== undefined) {
    return refused;
  }
  const folder = dir ?? readConfig().output ?? 'dist';
  if (!isThere(folder)) {
    return refuse(`'${folder}' is not there${didYouMean(basename(folder), namesIn(dirname(resolve(folder))))}: give the output folder of a FleetApp, after \`workstations synth\``);
  }
  const { objects, faults } = readManifests([folder]);
  const rows = peopleIn(objects);
  process.stderr.write(sortFaults(faults).map((one) => `${renderFault(one)}\n`).join(''));
  process.stdout.write(options.format === 'json' ? `${JSON.stringify({ people: rows }, undefined, 2)}\n` : options.format === 'csv' ? csv(rows) : text(rows, folder));
  return faults.length > 0 ? FAULTY : CLEAN;
}

function text(rows: readonly PersonRow[], folder: string): string {
  if (rows.length === 0) {
    return `nobody has a machine in '${folder}'\n`;
  }
  const isOneFleet = new Set(rows.map(({ fleet }) => fleet)).size === 1;
  const header = [...(isOneFleet ? [] : ['fleet']), 'person', 'namespace', 'machine', 'profile', 'cpus', 'memory', 'gpus', 'root disk', 'workspace disk', 'leaves'];
  const cells = rows.map((row) => [
    ...(isOneFleet ? [] : [row.fleet]), row.person, row.namespace, row.machine, row.profile, row.cpus, row.memory, cards(row.gpus ?? []),
    row.rootDisk, row.workspaceDisk, row.leaves,
  ].map((cell) => (cell === undefined || cell === '' ? '-' : brief(String(cell)))));
  return `${table([header, ...cells])}${summary(rows)}\n`;
}

/** `2 GA100_A100_PCIE_40GB`: the name without its vendor. */
function cards(gpus: readonly string[]): string {
  const counts = new Map<string, number>();
  gpus.forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
  return [...counts].map(([name, count]) => `${count} ${name.slice(name.indexOf('/') + 1)}`).join(', ');
}

function summary(rows: readonly PersonRow[]): string {
  const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
  const who = ({ fleet, person }: PersonRow): string => `${fleet ?? ''}/${person}`;
  const leaving = new Set(rows.filter(({ leaves }) => leaves !== undefined).map(who)).size;
  return [
    count(new Set(rows.map(who)).size, 'person', 'people'),
    count(rows.filter(({ machine }) => machine !== undefined).length, 'machine'),
    count(rows.reduce((sum, { gpus = [] }) => sum + gpus.length, 0), 'GPU'),
    ...(leaving > 0 ? [`${leaving} leaving`] : []),
  ].join(', ');
}

const COLUMNS = ['fleet', 'person', 'namespace', 'machine', 'profile', 'cpus', 'memory', 'gpus', 'gpuDevices', 'rootDisk', 'workspaceDisk', 'leaves'] as const;

function csv(rows: readonly PersonRow[]): string {
  const lines = rows.map((row) => {
    const { gpus } = row;
    const values = { ...row, gpus: gpus?.length, gpuDevices: gpus?.join(';') };
    return COLUMNS.map((column) => cell(values[column])).join(',');
  });
  return [COLUMNS.join(','), ...lines].map((line) => `${line}\n`).join('');
}

function cell(value: string | number | undefined): string {
  // A spreadsheet would compute what begins like a formula; manifests may be anybody's.
  const written = String(value ?? '').replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\r\n]/.test(written) ? `"${written.replace(/"/g, '""')}"` : written;
}
