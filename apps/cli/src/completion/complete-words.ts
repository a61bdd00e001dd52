import { Command, type Option } from 'commander';
import { toLine } from '@toolyard/core';

/** A command as far as it is completed. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly hidden?: true;
  /** False where `--yes` means nothing. */
  readonly yes?: string | false;
  define?(command: Command): void;
}

/** Commands, and groups of them. */
export type CompletedCommands = readonly (
  | CompletedCommand
  | { readonly name: string; readonly summary: string; readonly commands: readonly CompletedCommand[] }
)[];

/** Something that a word can become. */
export interface Candidate {
  readonly word: string;
  /** What it is. */
  readonly about?: string;
}

/** What is known of the configuration, looked up where it is asked for. */
export interface Known {
  keys(): Promise<readonly string[]>;
  toolIds(): Promise<readonly string[]>;
  hookIds(): Promise<readonly string[]>;
  /** The groups of the hooks. */
  hookGroups(): Promise<readonly string[]>;
  /** The names of all events. */
  events(): Promise<readonly string[]>;
  /** The values that an event can be given, as `name=` or `name=value`. */
  dataOf(event: string): Promise<readonly string[]>;
}

/** What a command is completed from. */
export interface CompletionSource {
  readonly commands: CompletedCommands;
  known(config: string | undefined): Known;
}

const CONFIG: Candidate = { word: '--config', about: 'Configuration file to use' };
const HELP: Candidate = { word: '--help', about: 'Show this help' };

/** The options before a command. */
const OF_PROGRAM: readonly Candidate[] = [CONFIG, { word: '--version', about: 'Print the version' }, HELP];

/** The options of every command. */
const COMMON: readonly Candidate[] = [
  CONFIG,
  { word: '--yes', about: 'Approve a configuration file found in the working directory' },
  { word: '--strict', about: 'Fail if any variable is missing, instead of skipping the server that needs it' },
  { word: '--debug', about: 'Write debug logs to stderr' },
  HELP,
];

/** What the last word can become; nothing where files are meant, or anything goes. */
export async function completeWords(words: readonly string[], source: CompletionSource): Promise<Candidate[]> {
  const current = words.at(-1) ?? '';
  const { before, config } = takeConfig(words.slice(0, -1));
  if (before.at(-1) === '--config') return [];
  const isOfProgram = before.length === 0 && current.startsWith('-');
  const found = isOfProgram ? OF_PROGRAM : await complete(before, current, source.commands, source.known(config));
  return found.filter(({ word }) => word.startsWith(current));
}

function takeConfig(words: readonly string[]): { readonly before: readonly string[]; readonly config?: string } {
  const at = words.indexOf('--config');
  const config = at < 0 ? undefined : words[at + 1];
  if (config === undefined) return { before: words };
  return { before: [...words.slice(0, at), ...words.slice(at + 2)], config };
}

async function complete(
  before: readonly string[],
  current: string,
  commands: CompletedCommands,
  known: Known,
): Promise<Candidate[]> {
  const [name, ...rest] = before;
  if (name === undefined) return current.startsWith('-') ? [HELP] : listCommands(commands);
  const entry = commands.find((each) => each.name === name);
  if (entry === undefined) return name === 'help' ? listCommands(commands) : [];
  if ('commands' in entry) return complete(rest, current, entry.commands, known);
  return completeCommand(entry, rest, current, known);
}

function listCommands(commands: CompletedCommands): Candidate[] {
  const shown = commands.filter((entry) => !('hidden' in entry));
  return shown.map(({ name, summary }) => ({ word: name, about: summary }));
}

async function completeCommand(
  entry: CompletedCommand,
  before: readonly string[],
  current: string,
  known: Known,
): Promise<Candidate[]> {
  // What follows is the words of another program.
  if (before.includes('--')) return [];
  const command = new Command(entry.name);
  entry.define?.(command);
  const asked = findOption(command, before.at(-1)) ?? findOpenOption(command, before);
  if (asked?.long === '--data') return completeData(command, before, known);
  if (asked !== undefined) return completeValue(asked, known);
  if (current.startsWith('-')) return listOptions(command, entry, before);
  const place = listOperands(command, before).length;
  const argument = command.registeredArguments[place] ?? command.registeredArguments.findLast((each) => each.variadic);
  if (argument === undefined) return [];
  if (argument.argChoices !== undefined) return argument.argChoices.map((word) => ({ word }));
  if (argument.name() === 'key' && entry.name !== 'add') return toCandidates(await known.keys());
  return toCandidates(await listNamed(argument.name(), known));
}

/** What an argument of this name can be. */
async function listNamed(name: string, known: Known): Promise<readonly string[]> {
  if (name === 'tool') return known.toolIds();
  if (name === 'event') return known.events();
  return name === 'hook' || name === 'hooks' ? known.hookIds() : [];
}

function isOfOption(command: Command, word: string, previous: string | undefined): boolean {
  return word.startsWith('-') || findOption(command, previous) !== undefined;
}

/** The option that a word is, where it wants a value. */
function findOption(command: Command, word: string | undefined): Option | undefined {
  return command.options.find((option) => option.long === word && (option.required || option.optional));
}

/** The option that takes any number of values, and is the last before the word. */
function findOpenOption(command: Command, before: readonly string[]): Option | undefined {
  const option = findOption(
    command,
    before.findLast((word) => word.startsWith('-')),
  );
  return option?.variadic === true ? option : undefined;
}

/** The words before that belong to no option. */
function listOperands(command: Command, before: readonly string[]): readonly string[] {
  return before.filter((word, index) => !isOfOption(command, word, before[index - 1]));
}

/** Values of the event that was named before, without those that it has already. */
async function completeData(command: Command, before: readonly string[], known: Known): Promise<Candidate[]> {
  const [event] = command.registeredArguments[0]?.name() === 'event' ? listOperands(command, before) : [];
  const given = new Set(before.filter((word) => word.includes('=')).map((word) => word.split('=', 1)[0]));
  const words = event === undefined ? [] : await known.dataOf(event);
  return toCandidates(words.filter((word) => !given.has(word.split('=', 1)[0])));
}

async function completeValue(option: Option, known: Known): Promise<Candidate[]> {
  if (option.long === '--server') return toCandidates(await known.keys());
  if (option.long === '--hook') return toCandidates(await known.hookIds());
  if (option.long === '--group') return toCandidates(await known.hookGroups());
  return (option.argChoices ?? []).map((word) => ({ word }));
}

function listOptions(command: Command, { yes }: CompletedCommand, before: readonly string[]): Candidate[] {
  const own = command.options.map(({ long, description }) => ({ word: long ?? '', about: description }));
  const common = COMMON.filter(({ word }) => word !== '--yes' || yes !== false);
  return [...own, ...common].filter(({ word }) => !before.includes(word));
}

/** A file can name a server or a hook as an option is called; such a name is never offered in the place of one. */
function toCandidates(words: readonly string[]): Candidate[] {
  return words.filter((word) => !toLine(word).startsWith('-')).map((word) => ({ word }));
}
