import { askWhetherMeant, nearest, ToolyardError, toVisibleLine } from '@toolyard/core';
import type { MarkedServer } from '@toolyard/host';

/** Those that `all` means: each one that is new, once. */
export function chooseAll(found: readonly MarkedServer[]): MarkedServer[] {
  return found.filter(({ status }) => status === 'new');
}

/** Those that words mean: a number of the list, a key, or `CLIENT/KEY`. Throws where a word means none, or several. */
export function chooseServers(found: readonly MarkedServer[], words: readonly string[]): MarkedServer[] {
  const chosen = words.flatMap((word) => (/^all$/i.test(word) ? chooseAll(found) : [chooseOne(found, word)]));
  const unique = [...new Set(chosen)];
  for (const server of unique) checkKey(server, unique);
  return unique.filter(({ status }) => status !== 'known');
}

function chooseOne(found: readonly MarkedServer[], word: string): MarkedServer {
  const byKey = found.filter(({ key, client }) => word === key || word === `${client}/${key}`);
  const matches = byKey.length > 0 ? byKey : found.filter(({ number }) => word === `${number}`);
  const distinct = matches.filter(({ status }) => status !== 'repeated' && status !== 'toolyard');
  const [first, second] = distinct.length > 0 ? distinct : matches;
  if (first === undefined) throw toUnknown(found, word);
  if (second !== undefined) throw toSeveral(word, distinct);
  if (first.status === 'repeated') return found.find(({ number }) => number === first.of) ?? first;
  checkUsable(first);
  return first;
}

function checkUsable({ key, status, problem, client }: MarkedServer): void {
  if (status === 'toolyard')
    throw refuse(`"${key}" of ${client} is Toolyard itself, which cannot be one of its servers.`);
  if (status === 'unusable') throw refuse(`"${key}" of ${client} cannot be used: ${problem ?? 'it is not a server'}.`);
  if (status === 'taken') {
    throw refuse(`Toolyard already has another server "${key}". Remove it first with "toolyard remove ${key}".`);
  }
}

function checkKey(server: MarkedServer, chosen: readonly MarkedServer[]): void {
  const other = chosen.find((each) => each !== server && each.key === server.key);
  if (other !== undefined)
    throw refuse(
      `Only one server can be called "${server.key}": choose the one of ${server.client} or the one of ${other.client}.`,
    );
}

function toUnknown(found: readonly MarkedServer[], word: string): ToolyardError {
  const near = nearest(word, [...new Set(found.map(({ key }) => key))]);
  const advice = near.length > 0 ? askWhetherMeant(near) : 'Run "toolyard import" to list them.';
  return new ToolyardError('server-not-found', `No client has a server "${word}". ${advice}`);
}

function toSeveral(word: string, matches: readonly MarkedServer[]): ToolyardError {
  const names = matches.map(({ client, key, number }) => `${client}/${toVisibleLine(key)} (${number})`);
  return refuse(
    `"${word}" matches several different servers: ${names.join(', ')}. Choose one by its client or number.`,
  );
}

function refuse(message: string): ToolyardError {
  return new ToolyardError('arguments-invalid', message);
}
