import { basename } from 'node:path';
import { hasFolder } from './find-command.ts';

/** What is known about a file. */
export type FileKind = 'program' | 'not-executable' | 'folder' | 'missing';

/** A command that could not be started, and what was found in its place. */
export interface StartFailure {
  readonly command: string;
  /** The program that its first word alone would name. */
  readonly firstWord?: string;
  readonly platform: NodeJS.Platform;
  /** What stands where the command points to. */
  readonly found: FileKind;
  /** A program of that name that only an empty or relative entry of PATH leads to. */
  readonly passedOver?: string;
  /** Where it was looked for, of people who may not know: it is named then. */
  readonly path?: string;
  /** The system's error, where it came to a start. */
  readonly error?: { readonly code?: string; readonly message: string };
}

const INSTALL: Readonly<Record<string, string>> = {
  node: 'Install Node',
  npm: 'Install Node',
  npx: 'Install Node',
  pnpm: 'Install pnpm',
  yarn: 'Install Yarn',
  uv: 'Install uv',
  uvx: 'Install uv',
  python: 'Install Python',
  python3: 'Install Python',
  pipx: 'Install pipx',
  docker: 'Install Docker',
  podman: 'Install Podman',
  bun: 'Install Bun',
  bunx: 'Install Bun',
  deno: 'Install Deno',
};

const BY_CODE: Readonly<Record<string, string>> = {
  E2BIG: 'its arguments and environment are too long for the system. Shorten "args" or "env".',
  EAGAIN: 'the system allows no more processes. Stop some servers or raise the limit (ulimit -u).',
  EMFILE: 'Toolyard has too many files open. Stop some servers or raise the limit (ulimit -n).',
  ENFILE: 'the system has too many files open. Stop some programs.',
  ENOMEM: 'the system has no memory left. Stop some programs.',
  ETXTBSY: 'its program is being written to at the moment. Try again.',
  ERR_INVALID_ARG_VALUE: '"command", "args" or "env" contains a NUL character. Remove it.',
};

/** Says why a command did not start and what to do; reads on after `Server "x" did not start: `. */
export function explainStartFailure(failure: StartFailure): string {
  const { command, found, error } = failure;
  const known = error?.code === undefined ? undefined : BY_CODE[error.code];
  if (known !== undefined) return known;
  if (found === 'folder') return `"${command}" is a folder. Set "command" to a program.`;
  if (found === 'not-executable') return `"${command}" is not executable. Run chmod +x ${quote(command)}`;
  if (found === 'missing') return explainMissing(failure);
  if (error?.code === 'ENOENT') {
    return `"${command}" exists, but the program named in its first line (#!) was not found. Install that program.`;
  }
  if (error?.code === 'EACCES') return `"${command}" cannot be executed. Check the permissions of it and its folders.`;
  return `"${command}" could not be started: ${error?.message ?? 'the system gave no reason'}.`;
}

function explainMissing({ command, firstWord, platform, passedOver, path }: StartFailure): string {
  if (firstWord !== undefined) {
    return `"${command}" was not found. Leave only the program, "${firstWord}", in "command" and put the rest into "args".`;
  }
  if (hasFolder(command, platform)) return `"${command}" does not exist. Correct "command".`;
  if (passedOver !== undefined) {
    return (
      `"${command}" was not found. ${passedOver} is not used, because only an empty or relative entry of PATH leads there: ` +
      'add the full path of its folder to PATH, or set "command" to its full path.'
    );
  }
  const install = isKnownProgram(command) ? INSTALL[programName(command)] : 'Install it';
  const where = path === undefined ? '' : ` in PATH (${path})`;
  return `"${command}" was not found${where}. ${install} or set "command" to its full path.`;
}

/** Whether a command is one of the programs that servers are usually started with, installed or not. */
export function isKnownProgram(command: string): boolean {
  return Object.hasOwn(INSTALL, programName(command));
}

function programName(command: string): string {
  return basename(command).replace(/\.(exe|cmd|bat)$/i, '');
}

function quote(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`;
}
