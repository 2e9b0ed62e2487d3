import { readRegular } from '../regular';
import { parse, plain } from './yaml';

/** What of `cdk8s.yaml` counts here. */
export interface Config {
  readonly app?: string;
  readonly output?: string;
}

/** Reads `cdk8s.yaml` of the working directory; a missing or broken one says nothing. */
export function readConfig(file = 'cdk8s.yaml'): Config {
  let found: unknown;
  try {
    const document = parse(readRegular(file).toString()).documents[0];
    found = document === undefined || document.errors.length > 0 ? undefined : plain(document);
  } catch {
    return {};
  }
  const { app, output } = (typeof found === 'object' && found !== null ? found : {}) as Readonly<Record<string, unknown>>;
  return { ...(typeof app === 'string' && app !== '' ? { app } : {}), ...(typeof output === 'string' && output !== '' ? { output } : {}) };
}
