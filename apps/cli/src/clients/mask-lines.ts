import { createRedactor, secretsOf } from '@toolyard/node';
import { maskWords } from '../terminal/mask-secrets.ts';
import { toSafeText } from '../terminal/text-width.ts';
import { readClientServers } from './read-client-servers.ts';

const QUOTED = /"((?:[^"\\]|\\.)*)"/g;

/** Lines of clients' files for people: without the secrets of the servers that stand at the path, or anything like one. */
export function maskLines(lines: readonly string[], texts: readonly string[], path: readonly string[]): string[] {
  const servers = texts.flatMap((text) => readClientServers(text, path, '/'));
  const definitions = servers.flatMap(({ definition }) => (definition === undefined ? [] : [definition]));
  const redact = createRedactor(secretsOf({ servers: definitions }));
  return lines.map((line) =>
    toSafeText(redact(line)).replaceAll(QUOTED, (_quoted, inner: string) => `"${maskWords([inner]).join('')}"`),
  );
}
