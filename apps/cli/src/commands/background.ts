import { locateYard, READY, startYard, type StartedYard } from '@toolyard/host';
import { systemClock } from '@toolyard/node';
import { createCommandHost } from '../host/create-command-host.ts';
import { expectCalls } from '../process/expect-calls.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { EXIT, toSignalExitCode } from '../process/to-exit-code.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** The yard of `serve --shared`: has no client of its own, and ends some time after the last one that joined left. */
export function runBackground(options: CommonOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  return runInterruptible(terminal, async ({ signal, onHangup, surviveUncaught }) => {
    const place = await locateYard(surroundings, options);
    const shown = createStderrLog(terminal, systemClock, options.debug === true);
    let end = (): void => undefined;
    const asked = new Promise<void>((resolve) => (end = resolve));
    const started = await startYard(createCommandHost(context, { ...options, mayAsk: false }), {
      ...options,
      place,
      shown,
      reach: 'only-shared',
      about: () => ({ program: 'toolyard background', pid: process.pid }),
      end,
    });
    if (started === undefined) return EXIT.done;
    onHangup(() => started.reload());
    surviveUncaught(started.log);
    expectCalls();
    terminal.stdout.write(`${READY}\n`);
    started.log.write('info', 'The background Toolyard started.');
    await Promise.race([asked, untilUnused(started, signal)]);
    started.log.write('info', 'The background Toolyard is stopping.');
    await started.stop();
    return toSignalExitCode(signal.reason);
  });
}

/** Resolves when nobody has been there for the time that the configuration gives, or when the signal is aborted. */
function untilUnused({ joined, yard }: StartedYard, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      clearTimeout(timer);
      if (joined.count === 0) timer = setTimeout(resolve, yard.configuration().settings.sharedIdleMs);
    };
    joined.onChange(look);
    signal.addEventListener('abort', () => resolve(), { once: true });
    look();
  });
}
