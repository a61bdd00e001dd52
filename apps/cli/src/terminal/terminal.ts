import type { Readable, Writable } from 'node:stream';

/** The signals that ask a program to end. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The process a command runs in, with its streams and its signals. */
export interface Terminal {
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
  /** Calls `listener` when whoever started this process has ended; the returned function takes that back. */
  onParentGone(listener: () => void): () => void;
  /** Ends the process at once, for a second signal. */
  exitNow(code: number): void;
}
