import { reportBug, type Log } from '@toolyard/core';
import { EXIT } from './to-exit-code.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What the signals of a process do while a command runs. */
export interface Interruption {
  /** Aborted when the process is asked to end. */
  readonly signal: AbortSignal;
  /** From now on a hang-up is not the end but calls `action`, unless it was a terminal that hung up. */
  onHangup(action: () => void): void;
  /** From now on Ctrl-C is the end only where `action`, which is called first, did nothing with it and gives false. */
  onInterrupt(action: () => boolean): void;
  /** From now on it ends as if it was asked to when nobody reads its stdout any more. */
  endWithReader(): void;
  /** From now on it ends as if it was asked to when whoever started the process has ended. */
  endWithParent(): void;
  /** From now on what is thrown and caught nowhere is told to the log, and everybody else is served on. */
  surviveUncaught(log: Log): void;
}

type InterruptibleTerminal = Pick<
  Terminal,
  'onStopSignal' | 'onUncaught' | 'onParentGone' | 'exitNow' | 'hasTerminal'
> & {
  readonly stdout: Pick<Terminal['stdout'], 'on' | 'off'>;
};

/** Runs `action` until it ends by itself or is asked to; a second request to end does not wait for it. */
export async function runInterruptible(
  terminal: InterruptibleTerminal,
  action: (interruption: Interruption) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  let hangup: (() => void) | undefined;
  let interrupt: (() => boolean) | undefined;
  let stopReporting: () => void = () => undefined;
  let stopFollowing: () => void = () => undefined;
  const unsubscribe = terminal.onStopSignal((signal) => {
    if (signal === 'SIGHUP' && hangup !== undefined && !terminal.hasTerminal) hangup();
    else if (signal === 'SIGINT' && !stop.signal.aborted && interrupt?.() === true) return;
    else if (stop.signal.aborted) terminal.exitNow(EXIT.interrupted);
    else stop.abort(signal);
  });
  const endUnasked = (): void => stop.abort('SIGTERM');
  try {
    return await action({
      signal: stop.signal,
      onHangup: (next) => (hangup = next),
      onInterrupt: (next) => (interrupt = next),
      endWithReader: () => void terminal.stdout.on('error', endUnasked),
      endWithParent: () => void (stopFollowing = terminal.onParentGone(endUnasked)),
      surviveUncaught: (log) => (stopReporting = terminal.onUncaught((thrown) => reportBug(log, thrown))),
    });
  } finally {
    unsubscribe();
    stopReporting();
    stopFollowing();
    terminal.stdout.off('error', endUnasked);
  }
}
