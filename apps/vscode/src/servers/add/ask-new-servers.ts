import { isJsonObject, toLine, type JsonObject } from '@toolyard/core';
import { findDefinitionProblems, readPastedServers, type PastedServer } from '@toolyard/host';
import type { Editor } from '../../ports/editor.ts';
import { suggestServerName, type NewServers } from './new-server.ts';
import { splitCommand } from './split-command.ts';

/** Where a person says what to add. */
export interface AskParts {
  readonly editor: Pick<Editor, 'pick' | 'input' | 'notify'>;
  readClipboard(): Promise<string>;
}

const TITLE = 'Add Server';

const KINDS = [
  {
    label: 'Command',
    detail: 'A program that is started, such as npx -y @modelcontextprotocol/server-memory',
    value: 'command',
  },
  { label: 'URL', detail: 'A server that runs somewhere, such as https://example.com/mcp', value: 'url' },
  { label: 'Docker Image', detail: 'A program in a container, such as mcp/time', value: 'docker' },
  { label: 'Paste JSON', detail: 'As it stands in the settings of Claude, Cursor, VS Code or Zed', value: 'paste' },
] as const;

/** Asks how a server is reached, and for that; `undefined` where the person leaves. */
export async function askNewServers(parts: AskParts): Promise<NewServers | undefined> {
  const kind = await parts.editor.pick(KINDS, { title: TITLE, placeholder: 'How is the server reached?' });
  switch (kind) {
    case 'command':
      return toOne(await askCommand(parts));
    case 'url':
      return toOne(await askUrl(parts));
    case 'docker':
      return toOne(await askImage(parts));
    case 'paste':
      return askPasted(parts);
    default:
      return kind satisfies undefined;
  }
}

function toOne(entry: JsonObject | undefined): NewServers | undefined {
  return entry === undefined ? undefined : { servers: [{ name: suggestServerName(entry, []), entry }], inputs: [] };
}

async function askCommand({ editor }: AskParts): Promise<JsonObject | undefined> {
  const prompt = 'The command line that starts the server. Quote words with spaces.';
  const line = await editor.input({
    title: `${TITLE}: Command`,
    prompt,
    validate: (text) => problemOf(toCommand(text)),
  });
  const read = line === undefined ? undefined : toCommand(line);
  return isJsonObject(read) ? read : undefined;
}

function toCommand(line: string): JsonObject | string {
  const other = findOtherKind(line.trim());
  if (other !== undefined) return other;
  const split = splitCommand(line);
  if ('problem' in split) return split.problem;
  const [command, ...args] = split.words;
  return checked({ command, ...(args.length > 0 && { args }) });
}

/** What people enter for a command that is none: it would be written, and never start. */
function findOtherKind(line: string): string | undefined {
  if (/^https?:\/\//i.test(line)) return 'This is a URL. Press Escape, and choose "URL" to add a server by it.';
  if (line.startsWith('{')) return 'This is JSON. Press Escape, and choose "Paste JSON" to add a server by it.';
  return undefined;
}

async function askUrl({ editor }: AskParts): Promise<JsonObject | undefined> {
  const prompt = 'The address of the server.';
  const url = await editor.input({ title: `${TITLE}: URL`, prompt, validate: (text) => problemOf(toUrl(text)) });
  const read = url === undefined ? undefined : toUrl(url);
  return isJsonObject(read) ? read : undefined;
}

function toUrl(text: string): JsonObject | string {
  const url = text.trim();
  if (!/^https?:\/\//i.test(url)) return 'Enter a URL that starts with http:// or https://.';
  return checked({ type: 'http', url });
}

async function askImage({ editor }: AskParts): Promise<JsonObject | undefined> {
  const prompt = 'The image, with arguments for its program behind it.';
  const line = await editor.input({
    title: `${TITLE}: Docker Image`,
    prompt,
    validate: (text) => problemOf(toImage(text)),
  });
  const read = line === undefined ? undefined : toImage(line);
  return isJsonObject(read) ? read : undefined;
}

function toImage(line: string): JsonObject | string {
  const other = findOtherKind(line.trim());
  if (other !== undefined) return other;
  const split = splitCommand(line);
  if ('problem' in split) return line.trim() === '' ? 'Enter the image.' : split.problem;
  const [image, ...command] = split.words;
  return checked({ docker: { image, ...(command.length > 0 && { command }) } });
}

/** The entry, or what is wrong with it by the rules of a configuration file. */
function checked(entry: JsonObject): JsonObject | string {
  const [problem] = findDefinitionProblems(entry);
  return problem === undefined ? entry : problem.text;
}

function problemOf(read: JsonObject | string): string | undefined {
  return typeof read === 'string' ? read : undefined;
}

/** What was copied is offered first: an input has one line, in which comments of JSON would end the rest. */
async function askPasted(parts: AskParts): Promise<NewServers | undefined> {
  const copied = await parts.readClipboard();
  const read = readPaste(copied);
  const names = typeof read === 'string' ? '' : read.servers.map(({ name }) => toLine(name)).join(', ');
  const how =
    typeof read === 'string'
      ? 'type'
      : await parts.editor.pick(
          [
            { label: 'Use the Clipboard', description: names, value: 'clipboard' },
            { label: 'Type or Paste Another Text', value: 'type' },
          ] as const,
          { title: `${TITLE}: Paste JSON` },
        );
  if (how === undefined) return undefined;
  const text = how === 'clipboard' ? copied : await askText(parts);
  return text === undefined ? undefined : choosePasted(parts, text);
}

function askText({ editor }: AskParts): Promise<string | undefined> {
  return editor.input({
    title: `${TITLE}: Paste JSON`,
    prompt: 'For example { "mcpServers": { "files": { "command": "npx", "args": ["-y", "…"] } } }',
    validate: (text) => {
      const read = readPaste(text);
      return typeof read === 'string' ? read : undefined;
    },
  });
}

/** The servers of a text, of which those that cannot be used are told; one name stands for one server. */
async function choosePasted({ editor }: AskParts, text: string): Promise<NewServers | undefined> {
  const read = readPaste(text);
  if (typeof read === 'string') return undefined;
  const usable = read.servers.filter(({ problem }) => problem === undefined);
  const all = { label: `All ${usable.length} Servers`, value: usable };
  const each = usable.map((server) => ({ label: toLine(server.name), value: [server] }));
  const chosen = usable.length < 2 ? usable : await editor.pick([all, ...each], { title: `${TITLE}: Which of them?` });
  if (chosen === undefined) return undefined;
  for (const { formerName, problem } of read.servers) {
    if (problem !== undefined)
      void editor.notify('warning', `"${toLine(formerName)}" was left out: ${toLine(problem)}`);
  }
  return { servers: chosen.map(({ name, plain }) => ({ name, entry: plain })), inputs: read.inputs };
}

function readPaste(
  text: string,
): { readonly servers: readonly PastedServer[]; readonly inputs: readonly JsonObject[] } | string {
  if (text.trim() === '') return 'Paste the JSON of a server.';
  const read = readPastedServers(text, { names: [], secretIds: [], toName: (name) => name });
  if (!read.ok) return read.problem;
  const servers = read.servers.map((server) => ({
    ...server,
    name: server.name === '' ? suggestServerName(server.plain, []) : server.name,
  }));
  const [first] = servers;
  const isUseless = servers.every(({ problem }) => problem !== undefined);
  return isUseless ? (first?.problem ?? 'There is no server in it.') : { servers, inputs: read.inputs };
}
