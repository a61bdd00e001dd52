import { toMessage, ToolyardError, type Clock, type Log, type ServerMemory } from '@toolyard/core';
import type { ConfigurationForms } from '../configuration/bind-memory.ts';
import type { OpenConfiguration } from '../configuration/open-configuration.ts';

/** Keeps a running yard as its configuration file says. */
export interface Reloader {
  /** Reads the file again and applies the difference; what is wrong with it is logged, and nothing changes. */
  reload(): Promise<void>;
  /** The same with variables put into a server that is about to be switched on; rejects where the file cannot be used. */
  prepare(key: string): Promise<void>;
  /** Why the file is not what runs, for people; `undefined` where it is. */
  problem(): string | undefined;
  /** Reads no more; resolves when what is being applied is. */
  stop(): Promise<void>;
}

export interface ReloaderOptions {
  readonly opened: Pick<OpenConfiguration, 'reload' | 'file'>;
  readonly memory: ServerMemory;
  readonly log: Log;
  readonly clock: Clock;
  apply(forms: ConfigurationForms): Promise<void>;
}

/** How often it is looked whether a person has approved a file that waits for it. */
const APPROVAL_LOOK_MS = 1000;

/** One reading after another; one that waits stands for all that were asked for meanwhile. */
export function createReloader({ opened, memory, log, clock, apply }: ReloaderOptions): Reloader {
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let problem: string | undefined;
  let isStopped = false;
  let forgetLook: () => void = () => undefined;

  async function read(switchingOn?: string): Promise<void> {
    if (isStopped) return;
    const { warnings, ...forms } = await opened.reload({
      memory,
      ...(switchingOn === undefined ? {} : { switchingOn }),
    });
    for (const warning of warnings) log.write('warning', warning);
    await apply(forms);
    problem = undefined;
  }

  async function readQuietly(): Promise<void> {
    forgetLook();
    try {
      await read();
    } catch (error) {
      report(error);
    }
  }

  /** Editors save in several steps, each of which is seen: the same problem is told once. */
  function report(error: unknown): void {
    const text = describe(error, opened.file);
    if (text !== problem) for (const line of text.split('\n')) log.write('error', line);
    problem = text;
    // The file itself does not change by being approved.
    if (isUnapproved(error)) forgetLook = clock.after(APPROVAL_LOOK_MS, () => void reload());
  }

  function reload(): Promise<void> {
    waiting ??= last.then(() => {
      waiting = undefined;
      return readQuietly();
    });
    return (last = waiting);
  }

  return {
    reload,
    problem: () => problem,
    prepare(key) {
      const prepared = last.then(() => read(key));
      last = prepared.catch(() => undefined);
      return prepared;
    },
    stop() {
      isStopped = true;
      forgetLook();
      return last;
    },
  };
}

function isUnapproved(error: unknown): boolean {
  return ToolyardError.is(error) && error.code === 'config-not-approved';
}

function describe(error: unknown, file: string | undefined): string {
  if (isUnapproved(error)) {
    return (
      `${file} changed and the change is not approved, so the running configuration is kept. ` +
      'Run "toolyard approve" to apply it.'
    );
  }
  return `Keeping the running configuration: ${toMessage(error)}`;
}
