/** A program to run, with everything put in. */
export interface ProgramRun {
  readonly command: string;
  readonly args: readonly string[];
  /** From the workspace, with `/`; the workspace where absent. */
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables that it gets from Toolyard's own environment besides those that every program gets. */
  readonly passed?: readonly string[];
  /** How much is kept of each of its outputs; 64 KiB where absent. */
  readonly outputBytes?: number;
  /** What it reads from its standard input, which is empty where absent. */
  readonly input?: string;
  readonly timeoutMs: number;
}

/** How a program ended; output is cut where it is long. */
export interface ProgramEnd {
  readonly outcome: 'exited' | 'timeout' | 'cancelled' | 'not-started';
  readonly exitCode?: number;
  /** Why it was not started, or which signal ended it. */
  readonly reason?: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs programs of the workspace. */
export interface ProgramRunner {
  /** Never rejects; what the program started is gone when this resolves after a time-out or an abort. */
  run(program: ProgramRun, signal: AbortSignal): Promise<ProgramEnd>;
}
