import type { Clock, ProgramEnd, ProgramRun, ProgramRunner } from '@toolyard/core';

/** A command of git that failed. */
export class GitFailure extends Error {
  readonly command: string;
  readonly end: ProgramEnd;

  constructor(command: string, end: ProgramEnd) {
    super(`git ${command} failed`);
    this.command = command;
    this.end = end;
  }
}

/** Git in the workspace. All but `undo` throw a `GitFailure` where a command fails, runs out of time or is cancelled. */
export interface Git {
  /** Gives what it printed. */
  run(...args: readonly string[]): Promise<string>;
  /** Gives what it printed, trimmed; `undefined` where it ended with another exit code than 0, as an answer. */
  ask(...args: readonly string[]): Promise<string | undefined>;
  /** Gives the parts of an output that ends each with a NUL. */
  list(...args: readonly string[]): Promise<readonly string[]>;
  /** Takes back what was half done, also when the run was cancelled or its time is over; that it cannot changes nothing. */
  undo(...args: readonly string[]): Promise<void>;
}

/** How commands of git are run. */
export interface GitOptions {
  readonly programs: ProgramRunner;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string>>;
  /** For all commands together. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Nothing may ask at a terminal that nobody looks at, or open an editor. */
const QUIET = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  // Messages are looked at.
  LC_ALL: 'C',
};

/** What git needs to sign, and to log in at a remote as the user does. */
const PASSED = [
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'SSH_ASKPASS',
  'GIT_ASKPASS',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GNUPGHOME',
  'DBUS_SESSION_BUS_ADDRESS',
];

/** Names of some hundred thousand files. */
const LIST_BYTES = 16 * 1024 * 1024;
/** Taking back is done here, and no remote is asked. */
const UNDO_MS = 10_000;

/** Git for one run, whose time begins now. */
export function createGit({ programs, clock, env, timeoutMs, signal }: GitOptions): Git {
  const until = clock.now() + timeoutMs;
  const toProgram = (args: readonly string[]): Omit<ProgramRun, 'timeoutMs'> => ({
    command: 'git',
    args,
    env: { ...QUIET, ...env },
    passed: PASSED,
  });

  async function run(args: readonly string[], more: Pick<ProgramRun, 'outputBytes'> = {}): Promise<string> {
    const program = { ...toProgram(args), ...more, timeoutMs: Math.max(1, until - clock.now()) };
    const end = await programs.run(program, signal);
    if (end.outcome === 'exited' && end.exitCode === 0) return end.stdout;
    throw new GitFailure(args[0] ?? '', end);
  }

  return {
    run: (...args) => run(args),
    async ask(...args) {
      try {
        return (await run(args)).trim();
      } catch (error) {
        if (error instanceof GitFailure && error.end.exitCode !== undefined) return undefined;
        throw error;
      }
    },
    async list(...args) {
      const parts = (await run(args, { outputBytes: LIST_BYTES })).split('\0');
      if (parts.pop() === '') return parts;
      throw toGitRefusal(args[0] ?? '', 'there are too many files');
    },
    async undo(...args) {
      await programs.run({ ...toProgram(args), timeoutMs: UNDO_MS }, new AbortController().signal);
    },
  };
}

/** A failure that git was not even asked about. */
export function toGitRefusal(command: string, reason: string): GitFailure {
  return new GitFailure(command, { outcome: 'exited', stdout: '', stderr: reason });
}
