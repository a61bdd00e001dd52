import { secretsOf } from '@toolyard/core';
import { watchFile, type LogFile } from '@toolyard/node';
import { bindMemory, type ConfigurationForms } from '../configuration/bind-memory.ts';
import type { OpenConfiguration } from '../configuration/open-configuration.ts';
import type { Host } from '../ports/host.ts';
import type { KeptMemory } from '../state/state-store.ts';
import { createOwnYard, type OwnYard } from './create-own-yard.ts';
import { createReloader } from './create-reloader.ts';

export interface FollowedYardOptions {
  readonly opened: OpenConfiguration;
  readonly memory: KeptMemory;
  readonly log: LogFile;
  /** Servers whose lists are remembered are started only after it. */
  readonly headStart?: Promise<void>;
}

/** A yard of this process that is as its file says, for as long as that can be read. */
export interface FollowedYard extends OwnYard {
  /** Reads the file again now. */
  reload(): void;
  /** From now on the file may say what it likes; resolves when what is being applied is. */
  unfollow(): Promise<void>;
}

/** Starts the servers of a configuration in this process, and applies the difference when its file is saved. */
export function createFollowedYard(host: Host, options: FollowedYardOptions): FollowedYard {
  const { opened, memory, log, headStart } = options;
  const { configuration, chain, file, hash } = opened;
  const bound = bindMemory(memory, opened);
  const apply = (next: ConfigurationForms): Promise<void> => {
    log.hide(secretsOf(next.configuration));
    bound.bind(next);
    return yard.reconfigure(next.configuration);
  };
  const reloader = createReloader({ opened, memory, log, clock: host.clock, apply });
  const { yard, stop } = createOwnYard(host, {
    configuration,
    chain,
    log,
    memory: bound,
    headStart,
    redactShown: (text) => log.redact(text),
    configurationProblem: () => reloader.problem(),
    // Variables are put into servers that are used, and this one was not.
    prepareServer: (key) => reloader.prepare(key),
  });
  const watch = file === undefined ? undefined : watchFile(file, () => void reloader.reload(), hash);

  async function unfollow(): Promise<void> {
    watch?.close();
    await reloader.stop();
  }

  return {
    yard,
    reload: () => void reloader.reload(),
    unfollow,
    async stop() {
      await unfollow();
      await stop();
    },
  };
}
