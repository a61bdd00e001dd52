import { PassThrough } from 'node:stream';
import { createMemoryLog } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { StopSignal } from '../terminal/terminal.ts';
import { runInterruptible, type Interruption } from './run-interruptible.ts';

interface Bench {
  readonly raise: (signal: StopSignal) => void;
  readonly exits: number[];
  /** Those who hear of what nobody caught. */
  readonly uncaught: ReadonlySet<(thrown: unknown) => void>;
  readonly stdout: PassThrough;
  /** Those who hear that the parent is gone. */
  readonly orphaned: ReadonlySet<() => void>;
  run(action: (interruption: Interruption) => void): Promise<unknown>;
}

function createBench(hasTerminal: boolean): Bench {
  let raise: (signal: StopSignal) => void = () => undefined;
  const exits: number[] = [];
  const uncaught = new Set<(thrown: unknown) => void>();
  const orphaned = new Set<() => void>();
  const onParentGone = (listener: () => void): (() => void) => {
    orphaned.add(listener);
    return () => void orphaned.delete(listener);
  };
  const stdout = new PassThrough();
  stdout.on('error', () => undefined);
  const onStopSignal = (listener: (signal: StopSignal) => void): (() => void) => {
    raise = listener;
    return () => undefined;
  };
  const onUncaught = (listener: (thrown: unknown) => void): (() => void) => {
    uncaught.add(listener);
    return () => void uncaught.delete(listener);
  };
  return {
    uncaught,
    orphaned,
    raise: (signal) => raise(signal),
    exits,
    stdout,
    async run(action) {
      let reason: unknown;
      const exitNow = (code: number): void => void exits.push(code);
      const host = { stdout, hasTerminal, onStopSignal, onUncaught, onParentGone, exitNow };
      await runInterruptible(host, async (interruption) => {
        action(interruption);
        reason = interruption.signal.aborted ? interruption.signal.reason : 'still runs';
        return 0;
      });
      return reason;
    },
  };
}

describe('runInterruptible', () => {
  it('tells the log of what nobody caught, where others depend on the process, and only while the command runs', async () => {
    const { run, uncaught } = createBench(false);
    const log = createMemoryLog();
    await run(({ surviveUncaught }) => {
      expect(uncaught.size).toBe(0);
      surviveUncaught(log);
      for (const hear of uncaught) hear(new Error('a bug'));
    });
    expect(log.at('error')).toEqual([expect.stringContaining('Internal error, please report it: Error: a bug')]);
    expect(uncaught.size).toBe(0);
  });

  it('ends on a hang-up where nobody wants to hear of it', async () => {
    const bench = createBench(false);
    expect(await bench.run(() => bench.raise('SIGHUP'))).toBe('SIGHUP');
  });

  it('passes a hang-up on instead of ending', async () => {
    const bench = createBench(false);
    let heard = 0;
    const reason = await bench.run(({ onHangup }) => {
      onHangup(() => heard++);
      bench.raise('SIGHUP');
      bench.raise('SIGHUP');
    });
    expect({ reason, heard, exits: bench.exits }).toEqual({ reason: 'still runs', heard: 2, exits: [] });
  });

  it('ends when the terminal hangs up', async () => {
    const bench = createBench(true);
    const reason = await bench.run(({ onHangup }) => {
      onHangup(() => undefined);
      bench.raise('SIGHUP');
    });
    expect(reason).toBe('SIGHUP');
  });

  it('does not wait any more on the second request to end', async () => {
    const bench = createBench(false);
    await bench.run(() => {
      bench.raise('SIGTERM');
      bench.raise('SIGINT');
    });
    expect(bench.exits).toEqual([130]);
  });

  it('leaves Ctrl-C to who has something to stop, and ends where nobody has', async () => {
    const bench = createBench(true);
    let open = 1;
    const reasons: unknown[] = [];
    const reason = await bench.run(({ onInterrupt, signal }) => {
      onInterrupt(() => open-- > 0);
      bench.raise('SIGINT');
      reasons.push(signal.aborted);
      bench.raise('SIGINT');
      reasons.push(signal.aborted);
      open = 1;
      bench.raise('SIGINT');
    });
    expect({ reason, reasons, exits: bench.exits }).toEqual({ reason: 'SIGINT', reasons: [false, true], exits: [130] });
  });

  it('ends when nobody reads its output any more, where that is its purpose', async () => {
    const bench = createBench(false);
    const lose = (): void => void bench.stdout.emit('error', new Error('write EPIPE'));
    expect(await bench.run(lose)).toBe('still runs');
    const reason = await bench.run(({ endWithReader }) => {
      endWithReader();
      lose();
      lose();
    });
    expect({ reason, exits: bench.exits }).toEqual({ reason: 'SIGTERM', exits: [] });
  });

  it('ends with whoever started it, where it is to, and listens only while the command runs', async () => {
    const bench = createBench(false);
    expect(await bench.run(() => expect(bench.orphaned.size).toBe(0))).toBe('still runs');
    const reason = await bench.run(({ endWithParent }) => {
      endWithParent();
      for (const hear of bench.orphaned) hear();
    });
    expect({ reason, listening: bench.orphaned.size }).toEqual({ reason: 'SIGTERM', listening: 0 });
  });
});
