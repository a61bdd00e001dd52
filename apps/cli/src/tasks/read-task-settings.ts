import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { resolvePlaces } from '@toolyard/node';
import type { SettingNeeds, TaskPlace, TaskSettings } from '@toolyard/tasks';
import type { Host } from '../host/host.ts';

/** What the environment and a `.env` file in the working directory say; throws `usage` with one line a problem. */
export async function readTaskSettings(host: Host, needs: SettingNeeds = {}): Promise<TaskSettings> {
  const { parseTaskSettings } = await import('@toolyard/tasks');
  const parsed = parseTaskSettings({ env: host.env, dotEnvText: await readDotEnv(host.cwd) }, needs);
  if (parsed.ok) return parsed.settings;
  throw new ToolyardError('usage', parsed.problems.map(({ message }) => message).join('\n'));
}

/** The PostgreSQL that the settings name, else the embedded database in the user's data folder. */
export function locateTasks(
  host: Pick<Host, 'env' | 'homeDir' | 'platform'>,
  { databaseUrl }: Pick<TaskSettings, 'databaseUrl'>,
): TaskPlace {
  return databaseUrl === undefined ? { folder: locateTaskFolder(host) } : { databaseUrl };
}

/** Where the embedded database keeps its files. */
export function locateTaskFolder(host: Pick<Host, 'env' | 'homeDir' | 'platform'>): string {
  return join(resolvePlaces(host).dataDir, 'tasks');
}

async function readDotEnv(folder: string): Promise<string> {
  const file = join(folder, '.env');
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new ToolyardError('usage', `${file} cannot be read: ${toMessage(error)}`, { cause: error });
  }
}
