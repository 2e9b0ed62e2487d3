/** Data as a YAML 1.1 reader (PyYAML, so cloud-init) sees it, or why there is none. */
export function readYaml(text: string): { readonly data: unknown } | { readonly problem: string } {
  // Loaded here: only texts that somebody else wrote are read, and `yaml` costs start-up time.
  const { parseDocument } = require('yaml') as typeof import('yaml');
  try {
    const document = parseDocument(text, { version: '1.1', prettyErrors: true, logLevel: 'silent' });
    const first = document.errors[0];
    return first === undefined ? { data: document.toJS({ maxAliasCount: 100 }) as unknown } : { problem: firstLine(first.message) };
  } catch (error) {
    return { problem: error instanceof Error ? firstLine(error.message) : 'it cannot be read' };
  }
}

const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').replace(/:$/, '');
