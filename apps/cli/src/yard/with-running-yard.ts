import { ToolyardError } from '@toolyard/core';
import { joinRunningYard, locateYard, nameConfiguration, type YardPlace } from '@toolyard/host';
import { systemClock } from '@toolyard/node';
import type { JoinedYard } from '@toolyard/runtime';
import { runInterruptible, type Interruption } from '../process/run-interruptible.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { checkNamedFile } from './check-named-file.ts';
import type { CommonOptions } from './with-yard.ts';

/** What a command is told of where it runs. */
export interface RunningYardUse extends Interruption {
  readonly place: YardPlace;
}

/** What a command does with the yard that runs. */
export interface RunningYardCommand {
  use(yard: JoinedYard, use: RunningYardUse): Promise<number>;
  /** What it does where none runs; absent or `undefined` where that is an error. */
  useNone?(use: RunningYardUse): Promise<number | undefined>;
}

/** Runs one command on the yard that runs on its configuration; throws `yard-not-running` where none does and the command needs one. */
export function withRunningYard(
  { terminal, surroundings }: CommandContext,
  options: CommonOptions,
  { use, useNone }: RunningYardCommand,
): Promise<number> {
  return runInterruptible(terminal, async (interruption) => {
    const place = await locateYard(surroundings, options);
    const log = createStderrLog(terminal, systemClock, options.debug === true);
    const yard = await joinRunningYard(place, log);
    if (yard === undefined) {
      checkNamedFile(place);
      const code = await useNone?.({ ...interruption, place });
      if (code !== undefined) return code;
      const message = `No Toolyard is running for ${nameConfiguration(place.file)}. Start one with "toolyard up".`;
      throw new ToolyardError('yard-not-running', message);
    }
    try {
      return await use(yard, { ...interruption, place });
    } finally {
      await yard.stop();
    }
  });
}
