import type { Readable, Writable } from 'node:stream';

/** The signals that ask a program to end. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The process a command runs in, as far as commands look at it. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly homeDir: string;
  readonly platform: NodeJS.Platform;
  /** The user's number; the user's name on Windows. */
  readonly userId: number | string;
  /** A person started it on a terminal, and closing that ends it. */
  readonly hasTerminal: boolean;
  /** The interpreter and the script that run now, absolute. */
  readonly program: { readonly interpreter: string; readonly script: string };
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Calls `listener` for every signal that asks for an end; the returned function takes that back. */
  onStopSignal(listener: (signal: StopSignal) => void): () => void;
  /** Calls `listener` with whatever is thrown and caught nowhere, instead of ending the process; the returned function takes that back. */
  onUncaught(listener: (thrown: unknown) => void): () => void;
  /** Ends the process at once, for a second signal. */
  exitNow(code: number): void;
}
