import { isAbsolute } from 'node:path';
import {
  createRedactor,
  describeDefinition,
  describeSettings,
  maskValue,
  quoteWord,
  secretsOf,
  toVisible,
  toVisibleJson,
  type ApprovalRow,
  type ConfigInput,
  type ServerDefinition,
} from '@toolyard/core';
import type { WrittenConfiguration } from '@toolyard/node';

/** Names that are told from their values without quotes. */
const PLAIN_NAME = /^[\w./-]+$/;

/** Everything that decides what a configuration would start and where data would go, in lines for whoever is to approve it. */
export function describeConfiguration({ source, asWritten, inputs }: WrittenConfiguration): string[] {
  const { servers, settings } = asWritten;
  const others = renderRows([...inputs.map(toRow), ...describeSettings(settings)]);
  const lines = [
    ...(servers.length === 0 ? ['nothing: it has no servers'] : servers.flatMap(describeServer)),
    ...(others.length === 0 ? [] : ['for all of them', ...others.map((line) => `  ${line}`)]),
  ];
  const name = toVisible(source.file ?? 'The built-in configuration');
  return [`${name} would start:`, ...lines.map((line) => `  ${line}`)];
}

/** What a person is asked for, and what is put in where they only press Enter. */
function toRow({ id, ...input }: ConfigInput): ApprovalRow {
  return { label: 'input', name: id, value: input };
}

/**
 * Everything that a server would start or reach, for a person who is to approve it: its key, and below it a line for each
 * thing that counts, unredacted, with each character visible.
 */
export function describeServer(server: ServerDefinition): string[] {
  const rows = describeDefinition(server).filter(({ label }) => label !== 'folder' || usesFolder(server));
  return [quoteWord(server.key), ...renderRows(rows).map((line) => `  ${line}`)];
}

/** Whether something of it may start at the folder of the file: not a whole `cwd` with a program that is whole or on the PATH. */
function usesFolder(server: ServerDefinition): boolean {
  if (server.kind !== 'command') return true;
  const { command, cwd } = server;
  return !isAbsolute(cwd) || (!isAbsolute(command) && /[\\/$]|^\.\.?$/.test(command));
}

/** Rows of an approval in lines, the labels aligned. */
export function renderRows(rows: readonly ApprovalRow[]): string[] {
  const width = rows.reduce((most, { label }) => Math.max(most, label.length), 0) + 2;
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
