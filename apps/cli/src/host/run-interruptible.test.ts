import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { StopSignal } from './host.ts';
import { runInterruptible, type Interruption } from './run-interruptible.ts';

interface Bench {
  readonly raise: (signal: StopSignal) => void;
  readonly exits: number[];
  readonly stdout: PassThrough;
  run(action: (interruption: Interruption) => void): Promise<unknown>;
}

function createBench(hasTerminal: boolean): Bench {
  let raise: (signal: StopSignal) => void = () => undefined;
  const exits: number[] = [];
  const stdout = new PassThrough();
  stdout.on('error', () => undefined);
  const onStopSignal = (listener: (signal: StopSignal) => void): (() => void) => {
    raise = listener;
    return () => undefined;
  };
  return {
    raise: (signal) => raise(signal),
    exits,
    stdout,
    async run(action) {
      let reason: unknown;
      const host = { stdout, hasTerminal, onStopSignal, exitNow: (code: number) => void exits.push(code) };
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
});
