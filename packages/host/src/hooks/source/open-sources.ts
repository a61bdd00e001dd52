import { isNoticedOperation, type KnownHook } from '@toolyard/hooks';
import type { Source } from './source.ts';
import { watchFiles, type FileSourceOptions } from './watch-files.ts';
import { watchRepository } from './watch-repository.ts';
import { watchSchedules, type ScheduleSourceOptions } from './watch-schedules.ts';

/** All that notices events of a workspace by itself. */
export interface Sources extends Source {
  /**
   * Files are watched from now on where one of these hooks waits for what happens to them, and schedules are followed; resolves
   * when all was looked at.
   * Rejects where the journal cannot be written when it is first called.
   */
  watchFor(hooks: readonly KnownHook[]): Promise<void>;
}

/** Watches the repository and the clock, and files as soon as a hook wants it; looking at all of them takes its time. */
export function openSources(options: FileSourceOptions & ScheduleSourceOptions): Sources {
  const repository = watchRepository(options);
  const schedules = watchSchedules(options);
  let files: Source | undefined;
  let noted: Promise<void> | undefined;
  let isClosed = false;
  return {
    ready: repository.ready,
    async watchFor(hooks) {
      // That nothing can be noted has to show now, not with the first change.
      await (noted ??= options.engine.mark({}));
      // What is entered first was there first.
      await repository.ready;
      if (hooks.some(waitsForFiles) && !isClosed) files ??= watchFiles(options);
      await files?.ready;
      await schedules.watchFor(hooks);
    },
    async close() {
      isClosed = true;
      await Promise.all([repository.close(), files?.close(), schedules.close()]);
    },
  };
}

/** Whether a hook runs because of what happens to files, or of what they tell. */
export function waitsForFiles({ hook }: KnownHook): boolean {
  const { enabled, trigger } = hook;
  const isOfFiles = trigger.event.startsWith('file.') || (trigger.event === 'agent' && isNoticedOperation(trigger));
  return enabled && isOfFiles;
}
