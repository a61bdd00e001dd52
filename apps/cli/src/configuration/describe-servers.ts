import type { Configuration, ServerDefinition } from '@toolyard/core';
import { createRedactor, secretsOf } from '@toolyard/node';
import { maskUrl, maskWords } from '../terminal/mask-secrets.ts';
import { toLine } from '../terminal/text-width.ts';

/** What each enabled server would start or reach, one line each, without secrets. */
export function describeServers({ servers }: Pick<Configuration, 'servers'>): string[] {
  return servers.filter((server) => server.enabled).map((server) => `${server.key}: ${describeSafely(server)}`);
}

/** What a word alone does not give away, such as a header or a key in a path, the rules of the log find. */
function describeSafely(server: ServerDefinition): string {
  return createRedactor(secretsOf({ servers: [server] }))(describeServer(server));
}

function describeServer(server: ServerDefinition): string {
  switch (server.kind) {
    case 'command':
      return toLine([...maskWords([server.command, ...server.args]).map(quote), environmentOf(server.env)].join(' '));
    case 'url':
      return toLine(maskUrl(server.url));
    case 'docker': {
      const { image, command, env } = server.docker;
      return toLine(['docker image', image, ...maskWords(command).map(quote), environmentOf(env)].join(' '));
    }
    default:
      return `part of Toolyard (${server.name})`;
  }
}

function quote(word: string): string {
  return /^[\w@%+=:,./~*-]+$/.test(word) ? word : JSON.stringify(word);
}

function environmentOf(env: Readonly<Record<string, string>>): string {
  const names = Object.keys(env);
  return names.length === 0 ? '' : `(sets ${names.join(', ')})`;
}
