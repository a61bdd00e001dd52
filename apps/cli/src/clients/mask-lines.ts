import { createRedactor, maskWords, secretsOf, toVisible } from '@toolyard/core';
import { readClientServers } from '@toolyard/host';

/** One that is not closed goes to the end, or each quote in it would be looked at as a beginning. */
const QUOTED = /"((?:[^"\\]|\\[^])*)("|\\?$)/g;

/**
 * Lines of clients' files for people: each character visible, without the secrets of the servers that stand at the path, or
 * anything like one.
 */
export function maskLines(lines: readonly string[], texts: readonly string[], path: readonly string[]): string[] {
  const servers = texts.flatMap((text) => readClientServers(text, path, '/'));
  const definitions = servers.flatMap(({ definition }) => (definition === undefined ? [] : [definition]));
  const redact = createRedactor(secretsOf({ servers: definitions }));
  const safe = lines.map((line) => toVisibleLine(redact(line)));
  // All together, since an option and its value may stand on two lines.
  const words = safe.flatMap((line) => [...line.matchAll(QUOTED)].map(([, inner = '']) => inner));
  const masked = maskWords(words).values();
  return safe.map((line) =>
    line.replaceAll(QUOTED, (_whole, _inner, end: string) => `"${masked.next().value ?? ''}${end}`),
  );
}

/** Files are indented with tabs too. */
function toVisibleLine(line: string): string {
  return line.split('\t').map(toVisible).join('\t');
}
