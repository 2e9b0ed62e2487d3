import { readFileSync } from 'fs';
import { basename, dirname } from 'path';
import type { CheckReport } from '../checks';
import { brief, didYouMean, type Fault, fault, isBlocking, show, sortFaults } from '../faults';
import { isThere, type Manifests, readConfig, readExpected, readManifests, STDIN, withoutOutgrown, withPlaces } from '../output/read';
import { namesIn, refuseFormat } from './given';
import type { CheckOptions } from './program';
import { judgedFor } from './target';
import { CLEAN, FAULTY, refuse } from './usage';

/** How many of what is expected are named. */
const LISTED = 10;

/** Judges manifests and says what is wrong. */
export function check(given: readonly string[], options: CheckOptions): number {
  const refused = refuseFormat(options.format, ['text', 'json']);
  if (refused !== undefined) {
    return refused;
  }
  const paths = given.length > 0 ? given : [readConfig().output ?? 'dist'];
  for (const path of paths) {
    if (path !== STDIN && !isThere(path)) {
      return refuse(`'${path}' is not there${didYouMean(basename(path), namesIn(dirname(path)))}`);
    }
  }
  const judged = judgedFor(paths, options);
  if (typeof judged === 'string') {
    return refuse(judged);
  }
  const { checkObjects } = require('../checks') as typeof import('../checks');
  const manifests = readManifests(paths, paths.includes(STDIN) ? stdin() : '');
  const folders = paths.filter((path) => path !== STDIN);
  const report = checkObjects({ objects: manifests.objects, target: judged.target, expected: folders.flatMap(readExpected) });
  const found = withoutOutgrown(report.faults, manifests.objects, folders);
  const faults = sortFaults([...manifests.faults, ...nothingIn(paths, manifests), ...withPlaces(found, manifests)]);
  if (options.format === 'json') {
    process.stdout.write(`${JSON.stringify({ faults, objects: report.objects, unknownKinds: report.unknownKinds }, undefined, 2)}\n`);
  } else {
    print(faults, report, manifests, judged.words);
  }
  const stops = (fault: Fault): boolean => isBlocking(fault) || (options.strict === true && fault.severity === 'warning' && fault.acknowledged === undefined);
  return faults.some(stops) ? FAULTY : CLEAN;
}

/** A check of nothing must not look like a check that found nothing. */
function nothingIn(paths: readonly string[], { objects, faults, kustomizations }: Manifests): Fault[] {
  return objects.length > 0 || faults.length > 0 || kustomizations > 0 ? [] : [fault('WS-READ-005', { got: paths.map((path) => (path === STDIN ? 'standard input' : show(path))).join(', ') })];
}

function stdin(): string {
  return readFileSync(0, 'utf8').replace(/^\ufeff/, '');
}

function print(faults: readonly Fault[], report: CheckReport, manifests: Manifests, target: string): void {
  const { paint } = require('./paint') as typeof import('./paint');
  const lines = faults.map(paint);
  lines.push(summary(faults, report, manifests), `judged for ${target}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function summary(faults: readonly Fault[], report: CheckReport, manifests: Manifests): string {
  const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
  const open = faults.filter((fault) => fault.acknowledged === undefined);
  const accepted = faults.length - open.length;
  const of = (severity: Fault['severity']): number => open.filter((fault) => fault.severity === severity).length;
  const lines = [`${count(report.objects, 'object')} in ${count(manifests.files, 'file')}: ${count(of('error'), 'error')}, ${count(of('warning'), 'warning')}`
    + `${of('info') > 0 ? `, ${of('info')} to know` : ''}${accepted > 0 ? `, ${accepted} acknowledged` : ''}`];
  if (manifests.kustomizations > 0) {
    lines.push(`left out: ${count(manifests.kustomizations, 'file')} for kustomize itself`);
  }
  if (report.unknownKinds.length > 0) {
    lines.push(`judged without a schema: ${report.unknownKinds.join(', ')}`);
  }
  if (report.external.length > 0) {
    lines.push(`expected in the cluster: ${count(report.external.length, 'object')} that these manifests do not bring`);
    lines.push(...report.external.slice(0, LISTED).map(({ kind, namespace, name }) => `  ${kind} ${namespace === undefined || namespace === '' ? '' : `${namespace}/`}${brief(name)}`));
    if (report.external.length > LISTED) {
      lines.push(`  and ${report.external.length - LISTED} more`);
    }
  }
  return lines.join('\n');
}
