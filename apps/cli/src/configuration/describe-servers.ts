import type { Configuration, DockerOptions, ServerDefinition } from '@toolyard/core';
import { createRedactor, secretsOf } from '@toolyard/node';
import { maskUrl, maskWords } from '../terminal/mask-secrets.ts';
import { toWholeLine } from '../terminal/text-width.ts';

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
      return toWholeLine(
        [...maskWords([server.command, ...server.args]).map(quote), environmentOf(server.env)].join(' '),
      );
    case 'url':
      return toWholeLine(maskUrl(server.url));
    case 'docker': {
      const { image, command, env } = server.docker;
      const words = [
        'docker image',
        image,
        ...maskWords(command).map(quote),
        environmentOf(env),
        accessOf(server.docker),
      ];
      return toWholeLine(words.filter((word) => word !== '').join(' '));
    }
    default:
      return `part of Toolyard (${server.name})`;
  }
}

/** What of this machine a container gets to see. */
function accessOf({ mounts, network }: DockerOptions): string {
  const parts = [
    ...mounts.map((mount) => `mounts ${mount}`),
    ...(network === 'host' ? ['uses the network of this machine'] : []),
  ];
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}

function quote(word: string): string {
  return /^[\w@%+=:,./~*-]+$/.test(word) ? word : JSON.stringify(word);
}

function environmentOf(env: Readonly<Record<string, string>>): string {
  const names = Object.keys(env);
  return names.length === 0 ? '' : `(sets ${names.join(', ')})`;
}
