import { toVisibleJson } from '@toolyard/core';
import type { Host } from '../host/host.ts';
import { locateTasks, readTaskSettings } from '../tasks/read-task-settings.ts';
import { EXIT } from '../to-exit-code.ts';

/** `toolyard tasks migrate`: gives the database of the task backend the form that this version wants. */
export async function runTasksMigrate({ json = false }: { readonly json?: boolean }, host: Host): Promise<number> {
  const settings = await readTaskSettings(host, { database: true });
  const { migrateTasks } = await import('@toolyard/tasks');
  const applied = await migrateTasks(locateTasks(host, settings));
  if (json) host.stdout.write(`${toVisibleJson({ applied })}\n`);
  else if (applied.length === 0) host.stdout.write('Nothing to do: the database has every migration.\n');
  else host.stdout.write(applied.map((name) => `Applied ${name}\n`).join(''));
  return EXIT.done;
}
