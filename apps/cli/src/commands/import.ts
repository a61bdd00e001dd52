import { dirname } from 'node:path';
import {
  putEntry,
  type ServerDefinition,
  type TextEditResult,
  toLine,
  ToolyardError,
  toVisibleJson,
} from '@toolyard/core';
import {
  type ClientName,
  describeServer,
  findClientServers,
  type Findings,
  locateClientFiles,
  markDuplicates,
  type MarkedServer,
  type OwnFile,
  parseAsFile,
  readClientServers,
  readOwnFile,
  writeOwnFile,
} from '@toolyard/host';
import { chooseAll, chooseServers } from '../clients/choose-servers.ts';
import { renderFound, toFoundJson } from '../clients/render-found.ts';
import { findUnset } from '../configuration/find-unset.ts';
import { noteAdded } from '../configuration/note-added.ts';
import { noteFirstFile } from '../configuration/note-first-file.ts';
import { askLine, canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { EXIT } from '../process/to-exit-code.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** What `toolyard import` was given. */
export interface ImportOptions extends CommonOptions {
  readonly from?: ClientName;
  /** Every server that is new. */
  readonly all?: boolean;
  readonly keys: readonly string[];
}

/** `toolyard import`: shows the servers of the clients and adds the chosen ones to Toolyard's own file. */
export async function runImport(options: ImportOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  const own = await readOwnFile(surroundings, { ...options, isOurs: true });
  const isTheirs = locateClientFiles(surroundings).some(({ file }) => file === own.file);
  if (isTheirs) throw new ToolyardError('usage', `${own.file} is a client's file, which import never changes.`);
  const findings = await findClientServers(surroundings, own.file, options.from);
  const found = markDuplicates(findings.servers, ownServers(own));
  if (options.json !== true) show(context, found, findings);
  const chosen = await choose(context, options, found);
  if (chosen.length > 0) {
    if (options.json !== true && isNamed(options)) showWhole(terminal, chosen);
    await writeOwnFile(context, own, addAll(own, chosen));
  }
  report(context, options, { own, found, findings, chosen });
  return EXIT.done;
}

function ownServers({ text = '', file, keys }: OwnFile): Map<string, ServerDefinition | undefined> {
  const sections = new Set(keys.values());
  const read = [...sections].flatMap((section) => readClientServers(text, [section], dirname(file)));
  return new Map(read.map(({ key, definition }) => [key, definition]));
}

/** Those that are wanted were said before anything was shown. */
function isNamed({ keys, all }: ImportOptions): boolean {
  return keys.length > 0 || all === true;
}

async function choose(
  { terminal }: CommandContext,
  options: ImportOptions,
  found: readonly MarkedServer[],
): Promise<MarkedServer[]> {
  if (options.keys.length > 0) return chooseServers(found, options.keys);
  if (options.all === true) return chooseAll(found);
  const offered = found.filter(({ status }) => status === 'new' || status === 'rival');
  if (options.json === true || offered.length === 0 || !canAsk(terminal)) return [];
  showWhole(terminal, offered);
  const answer = await askLine(terminal, 'Which servers do you want to add? (numbers or keys, "all", Enter for none) ');
  return chooseServers(
    found,
    (answer ?? '').split(/[\s,]+/).filter((word) => word !== ''),
  );
}

function addAll(own: OwnFile, chosen: readonly MarkedServer[]): TextEditResult {
  let edit: TextEditResult = { ok: true, text: own.text ?? '' };
  for (const { key, entry } of chosen) {
    edit = edit.ok ? putEntry(edit.text, [own.section, key], entry) : edit;
  }
  if (edit.ok) parseAsFile(own.file, edit.text);
  return edit;
}

/** Whatever stands in Toolyard's own file may start, so this is what a person approves. */
function showWhole({ stderr }: Terminal, servers: readonly MarkedServer[]): void {
  stderr.write('They would start:\n');
  for (const { number, asWritten } of servers) {
    const [key = '', ...lines] = asWritten === undefined ? [] : describeServer(asWritten);
    stderr.write([`  ${number}) ${key}`, ...lines.map((line) => `  ${line}`), ''].join('\n'));
  }
}

function show(
  { terminal, surroundings }: CommandContext,
  found: readonly MarkedServer[],
  { warnings }: Findings,
): void {
  const screen = createScreen(terminal.stdout, surroundings.env);
  if (found.length > 0) for (const line of renderFound(found, screen)) screen.line(line);
  else terminal.stderr.write('No servers found in the files of Claude Desktop, Claude Code, Cursor and VS Code.\n');
  for (const { file, reason } of warnings) terminal.stderr.write(`Skipped ${file}: ${toLine(reason)}\n`);
}

interface Result {
  readonly own: OwnFile;
  readonly found: readonly MarkedServer[];
  readonly findings: Findings;
  readonly chosen: readonly MarkedServer[];
}

function report(
  { terminal, surroundings }: CommandContext,
  { json }: ImportOptions,
  { own, found, findings, chosen }: Result,
): void {
  const added = chosen.map(({ key }) => key);
  const entries = Object.fromEntries(chosen.map(({ key, entry }) => [key, entry]));
  const unset = findUnset(entries, dirname(own.file), surroundings);
  const recorded = new Map(chosen.flatMap((server) => (server.recorded ? [[server.key, server.recorded]] : [])));
  if (json === true) {
    const { warnings } = findings;
    noteAdded(terminal, { recorded, unset });
    const missing = unset.size === 0 ? {} : { missing: Object.fromEntries(unset) };
    const result = { file: own.file, found: found.map(toFoundJson), skipped: warnings, added, entries, ...missing };
    terminal.stdout.write(`${toVisibleJson(result, 2)}\n`);
    return;
  }
  if (added.length > 0) {
    terminal.stderr.write(`Added ${added.map((key) => `"${toLine(key)}"`).join(', ')} to ${own.file}.\n`);
    noteAdded(terminal, { recorded, unset });
    noteFirstFile(terminal, own);
    const asked = new Set(chosen.flatMap(({ entry }) => JSON.stringify(entry).match(/\$\{input:[^{}]+\}/g) ?? []));
    if (asked.size > 0) terminal.stderr.write(`Toolyard will ask for ${[...asked].map(toLine).join(', ')}.\n`);
    return;
  }
  const hasNew = found.some(({ status }) => status === 'new');
  terminal.stderr.write(
    hasNew ? 'Nothing was added. Name the servers to add, or use --all for all new ones.\n' : 'Nothing was added.\n',
  );
}
