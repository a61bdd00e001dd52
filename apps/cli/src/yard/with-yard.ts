import type { Log } from '@toolyard/core';
import { useYard, type NamedConfiguration, type UsedYard, type UseYardOptions } from '@toolyard/host';
import { systemClock } from '@toolyard/node';
import { createCommandHost } from '../host/create-command-host.ts';
import { runInterruptible, type Interruption } from '../process/run-interruptible.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { EXIT } from '../process/to-exit-code.ts';

/** The options that every command has. */
export interface CommonOptions extends NamedConfiguration {
  readonly yes?: boolean;
  readonly debug?: boolean;
  readonly json?: boolean;
}

/** What a command works with while its yard runs. */
export interface YardUse extends UsedYard, Pick<Interruption, 'signal' | 'onInterrupt'> {}

/** How a command wants its yard. */
export interface WithYardOptions extends CommonOptions, Omit<UseYardOptions, 'shown'> {}

/**
 * Runs one command on the yard that runs on its configuration, else on one of its own, which is stopped fully before
 * this resolves, also when a signal comes.
 */
export function withYard(
  context: CommandContext,
  options: WithYardOptions,
  use: (use: YardUse) => Promise<number>,
): Promise<number> {
  return runInterruptible(context.terminal, ({ signal, onInterrupt }) =>
    useYard(
      createCommandHost(context, options),
      { ...options, signal, shown: createCommandLog(context.terminal, options) },
      async (used) => {
        // A copy would keep the configuration of a yard that follows its file as it is now.
        const code = await use(Object.assign(used, { signal, onInterrupt }));
        return signal.aborted ? EXIT.interrupted : code;
      },
    ),
  );
}

/**
 * The log of a command that says in its own words what failed, so that only someone who debugs wants the log too. One whose
 * yard follows its file shows what is wrong with that.
 */
export function createCommandLog(
  terminal: Pick<Terminal, 'stderr'>,
  { debug = false, follows = false }: Pick<WithYardOptions, 'debug' | 'follows'>,
): Log {
  const log = createStderrLog(terminal, systemClock, debug);
  if (debug) return log;
  return { write: (level, text, server) => (follows && server === undefined ? log.write(level, text) : undefined) };
}
