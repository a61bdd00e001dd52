import type { Configuration, Log } from '@toolyard/core';
import { systemClock } from '@toolyard/node';
import type { OpenConfiguration } from '../configuration/open-configuration.ts';
import { openConfiguration } from '../configuration/open-configuration.ts';
import type { Host } from '../host/host.ts';
import { runInterruptible } from '../host/run-interruptible.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { EXIT } from '../to-exit-code.ts';
import { openYard, type OpenYard } from './open-yard.ts';

/** The options that every command has. */
export interface CommonOptions {
  readonly config?: string;
  readonly yes?: boolean;
  readonly debug?: boolean;
  readonly json?: boolean;
}

/** What a command works with while its yard runs. */
export interface YardUse extends OpenYard {
  readonly signal: AbortSignal;
  /** The whole configuration, whatever part of it runs. */
  readonly opened: OpenConfiguration;
}

/** Runs one command on a yard of its own, which is stopped fully before this resolves, also when a signal comes. */
export function withYard(
  host: Host,
  options: CommonOptions & { readonly select?: (configuration: Configuration) => Configuration },
  use: (use: YardUse) => Promise<number>,
): Promise<number> {
  return runInterruptible(host, async (signal) => {
    const opened = await openConfiguration(host, { ...options, mayAsk: true });
    const configuration = options.select?.(opened.configuration) ?? opened.configuration;
    const own = openYard(host, { configuration, chain: opened.chain, log: createCommandLog(host, options) });
    try {
      const code = await use({ ...own, signal, opened });
      return signal.aborted ? EXIT.interrupted : code;
    } finally {
      await own.stop();
    }
  });
}

// These commands say in their own words what failed, so only someone who debugs wants the log too.
function createCommandLog(host: Host, { debug = false }: CommonOptions): Log {
  return debug ? createStderrLog(host, systemClock, true) : { write: () => undefined };
}
