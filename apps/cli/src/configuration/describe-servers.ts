import {
  createRedactor,
  describeDefinition,
  maskValue,
  quoteWord,
  secretsOf,
  toVisibleJson,
  type ApprovalRow,
  type ServerDefinition,
} from '@toolyard/core';

/** Names that are told from their values without quotes. */
const PLAIN_NAME = /^[\w./-]+$/;

/**
 * Everything that a server would start or reach, for a person who is to approve it: its key, and below it a line for each
 * thing that counts, unredacted, with each character visible.
 */
export function describeServer(server: ServerDefinition): string[] {
  return [quoteWord(server.key), ...renderRows(describeDefinition(server)).map((line) => `  ${line}`)];
}

/** Rows of an approval in lines, the labels aligned. */
export function renderRows(rows: readonly ApprovalRow[]): string[] {
  const width = Math.max(0, ...rows.map(({ label }) => label.length)) + 2;
  return rows.map(({ label, name, value }, index) => {
    const isRepeated = name !== undefined && rows[index - 1]?.label === label;
    return `${(isRepeated ? '' : label).padEnd(width)}${name === undefined ? '' : `${quoteName(name)}=`}${renderValue(value)}`;
  });
}

/** The same server without secrets, of the same form. */
export function maskServer<Server extends ServerDefinition>(server: Server): Server;
export function maskServer({ key, ...fields }: ServerDefinition): unknown {
  return Object.assign({ key }, maskValue('', fields));
}

/** What a server would start or reach, shortly and without secrets, where nothing is approved. */
export function summarizeServer(server: ServerDefinition): string {
  return createRedactor(secretsOf({ servers: [server] }))(summarize(maskServer(server)));
}

function summarize(server: ServerDefinition): string {
  switch (server.kind) {
    case 'command':
      return [...[server.command, ...server.args].map(quoteWord), ...namesOf(server.env)].join(' ');
    case 'url':
      return quoteWord(server.url);
    case 'docker': {
      const { image, command, env } = server.docker;
      return ['docker image', ...[image, ...command].map(quoteWord), ...namesOf(env)].join(' ');
    }
    default:
      return `part of Toolyard (${server.name})`;
  }
}

function namesOf(env: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(env);
  return names.length === 0 ? [] : [`(sets ${names.map(quoteName).join(', ')})`];
}

function renderValue(value: unknown): string {
  if (typeof value === 'string') return quoteWord(value);
  if (!Array.isArray(value)) return toVisibleJson(value);
  return value.length === 0 ? '(none)' : value.map(renderValue).join(' ');
}

function quoteName(name: string): string {
  return PLAIN_NAME.test(name) ? name : toVisibleJson(name);
}
