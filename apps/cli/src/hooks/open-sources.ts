import type { KnownHook } from '@toolyard/hooks';
import type { Source } from './source.ts';
import { watchFiles, type FileSourceOptions } from './watch-files.ts';
import { watchRepository } from './watch-repository.ts';

/** All that notices events of a workspace by itself. */
export interface Sources extends Source {
  /** Files are watched from now on where one of these hooks waits for what happens to them. */
  watchFor(hooks: readonly KnownHook[]): Promise<void>;
}

/** Watches the repository, and files as soon as a hook wants it; looking at all of them takes its time. */
export async function openSources(options: FileSourceOptions): Promise<Sources> {
  const repository = await watchRepository(options);
  let files: Promise<Source> | undefined;
  return {
    async watchFor(hooks) {
      if (hooks.some(waitsForFiles)) files ??= watchFiles(options);
      await files;
    },
    async close() {
      await Promise.all([repository.close(), files?.then((source) => source.close())]);
    },
  };
}

/** Whether a hook runs because of what happens to files. */
export function waitsForFiles({ hook }: KnownHook): boolean {
  return hook.enabled && hook.trigger.event.startsWith('file.');
}
