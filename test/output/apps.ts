import { ApiObject, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { mkdtempSync, readdirSync, readFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { FleetApp, type FleetAppProps } from '../../src/output/fleet-app';
import { Layers, type Layer } from '../../src/constructs/layers';
import { FaultError } from '../../src/faults';

/** A new folder for one test's output, below the system's own. */
export const newFolder = (): string => join(mkdtempSync(join(tmpdir(), 'workstations-test-')), 'dist');

export const newApp = (props: FleetAppProps = {}): FleetApp => new FleetApp({ outdir: newFolder(), ...props });

export function newChart(scope: Construct, id: string, { namespace = 'ns', layer }: { namespace?: string | undefined; layer?: Layer } = {}): Chart {
  const chart = new Chart(scope, id, { namespace });
  if (layer !== undefined) {
    Layers.set(chart, layer);
  }
  return chart;
}

/** An object of a kind that no schema here judges, unless a kind is given. */
export function newObject(scope: Construct, name: string, { apiVersion = 'example.org/v1', kind = 'Thing', ...fields }: Record<string, unknown> & { apiVersion?: string; kind?: string } = {}): ApiObject {
  return new ApiObject(scope, `${kind}-${name}`.toLowerCase(), { apiVersion, kind, metadata: { name }, ...fields });
}

export const configMap = (scope: Construct, name: string, data: Record<string, string> = { a: 'b' }): ApiObject =>
  newObject(scope, name, { apiVersion: 'v1', kind: 'ConfigMap', data });

export const codes = (app: FleetApp, compare = false): string[] => app._synthesize(compare).faults.map(({ code }) => code);

/** Faults of one code. */
export const faultsWith = (app: FleetApp, code: string, compare = false) => app._synthesize(compare).faults.filter((fault) => fault.code === code);

export const filesOf = (app: FleetApp): string[] => [...app._synthesize().files.keys()];

/** `Kind name` of each document of a file. */
export const documentsOf = (app: FleetApp, file: string): string[] =>
  app._synthesize().objects.filter((object) => object.file === file).map(({ identity }) => `${identity.kind} ${identity.name}`);

/** All files below a folder with their text. */
export function readFolder(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      found[path.slice(folder.length + 1)] = readFileSync(path, 'utf8');
    }
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The error that synth throws. */
export function errorOf(act: () => void): FaultError {
  try {
    act();
  } catch (error) {
    if (error instanceof FaultError) {
      return error;
    }
    throw error;
  }
  throw new TypeError('it did not throw');
}

/** Synth without its words on stderr. */
export const synth = (app: FleetApp): void => synthWith('WORKSTATIONS_QUIET', app);

/** Synth with an environment variable that is on for that long. */
export function synthWith(variable: string, app: FleetApp): void {
  const before = process.env[variable];
  process.env[variable] = '1';
  try {
    app.synth();
  } finally {
    if (before === undefined) {
      delete process.env[variable];
    } else {
      process.env[variable] = before;
    }
  }
}
