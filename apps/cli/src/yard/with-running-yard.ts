import { ToolyardError } from '@toolyard/core';
import { joinRunningYard, locateYard, nameConfiguration } from '@toolyard/host';
import { systemClock } from '@toolyard/node';
import type { JoinedYard } from '@toolyard/runtime';
import { runInterruptible, type Interruption } from '../process/run-interruptible.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { checkNamedFile } from './check-named-file.ts';
import type { CommonOptions } from './with-yard.ts';

/** Runs one command on the yard that runs on its configuration; throws `yard-not-running` where none does. */
export function withRunningYard(
  { terminal, surroundings }: CommandContext,
  options: CommonOptions,
  use: (yard: JoinedYard, interruption: Interruption) => Promise<number>,
): Promise<number> {
  return runInterruptible(terminal, async (interruption) => {
    const place = await locateYard(surroundings, options);
    const log = createStderrLog(terminal, systemClock, options.debug === true);
    const yard = await joinRunningYard(place, log);
    if (yard === undefined) {
      checkNamedFile(place);
      const message = `No Toolyard is running for ${nameConfiguration(place.file)}. Start one with "toolyard up".`;
      throw new ToolyardError('yard-not-running', message);
    }
    try {
      return await use(yard, interruption);
    } finally {
      await yard.stop();
    }
  });
}
