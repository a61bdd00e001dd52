import { toMessage, ToolyardError, type Configuration, type Log, type ServerMemory } from '@toolyard/core';
import type { OpenConfiguration } from '../configuration/open-configuration.ts';

/** Keeps a running yard as its configuration file says. */
export interface Reloader {
  /** Reads the file again and applies the difference; what is wrong with it is logged, and nothing changes. */
  reload(): Promise<void>;
  /** The same with variables put into a server that is about to be switched on; rejects where they are missing. */
  prepare(key: string): Promise<void>;
}

/** What a reloader works on. */
export interface ReloaderOptions {
  readonly opened: Pick<OpenConfiguration, 'reload' | 'file'>;
  readonly memory: ServerMemory;
  readonly log: Log;
  apply(configuration: Configuration): Promise<void>;
}

/** One reading after another; one that waits stands for all that were asked for meanwhile. */
export function createReloader({ opened, memory, log, apply }: ReloaderOptions): Reloader {
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let reported = '';

  async function read(switchingOn?: string): Promise<void> {
    const { configuration, warnings } = await opened.reload({
      memory,
      ...(switchingOn === undefined ? {} : { switchingOn }),
    });
    for (const warning of warnings) log.write('warning', warning);
    await apply(configuration);
  }

  async function readQuietly(): Promise<void> {
    try {
      await read();
      reported = '';
    } catch (error) {
      report(error);
    }
  }

  /** Editors save in several steps, each of which is seen: the same trouble is told once. */
  function report(error: unknown): void {
    const text = describe(error);
    if (text !== reported) log.write('error', text);
    reported = text;
  }

  function describe(error: unknown): string {
    if (ToolyardError.is(error) && error.code === 'config-not-approved') {
      return (
        `${opened.file} changed and is not approved in its new form, so the running configuration stays. ` +
        'Run "toolyard approve", then save the file again.'
      );
    }
    return `The running configuration stays: ${toMessage(error)}`;
  }

  return {
    reload() {
      waiting ??= last.then(() => {
        waiting = undefined;
        return readQuietly();
      });
      return (last = waiting);
    },
    prepare(key) {
      const prepared = last.then(() => read(key));
      last = prepared.catch(() => undefined);
      return prepared;
    },
  };
}
