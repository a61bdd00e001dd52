import { toJsonPath } from '@toolyard/core';
import type { Hook } from '../hook/hook.ts';
import { removeSecrets } from './remove-secrets.ts';
import { toWrittenHook } from './to-written-hook.ts';
import { writeHooksFile } from './write-hooks-file.ts';

/** A hooks file to hand on. */
export interface ExportedHooks {
  /** JSON; what is the default is left out. */
  readonly text: string;
  /** What may have been a secret and is empty now. */
  readonly removed: readonly RemovedSecret[];
}

/** A value that was taken out. */
export interface RemovedSecret {
  /** The id of its hook. */
  readonly hook: string;
  /** Where it stood, such as `$.hooks[0].action.parameters.env.TOKEN`. */
  readonly path: string;
}

/** Writes hooks as a file of their own, without secrets. */
export function exportHooks(hooks: readonly Hook[]): ExportedHooks {
  const removed: RemovedSecret[] = [];
  const written = hooks.map((hook, index) => {
    const action = removeSecrets(hook.action, ['hooks', index, 'action'], (path) => {
      removed.push({ hook: hook.id, path: toJsonPath(path) });
    });
    return toWrittenHook({ ...hook, action });
  });
  return { text: writeHooksFile(written), removed };
}
