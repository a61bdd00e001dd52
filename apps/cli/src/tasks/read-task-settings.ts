import { join } from 'node:path';
import { toLine, toMessage, ToolyardError } from '@toolyard/core';
import { readPlainFile, resolvePlaces } from '@toolyard/node';
import type { SettingNeeds, TaskPlace, TaskSettings } from '@toolyard/tasks';
import type { Surroundings } from '@toolyard/host';
import type { Terminal } from '../terminal/terminal.ts';

/** What decides where the tasks of a user are kept. */
export type TaskSurroundings = Pick<Surroundings, 'env' | 'homeDir' | 'platform'>;

/** Where settings are read, and where it is told which file had them. */
export interface TaskSettingsPlace {
  readonly terminal: Pick<Terminal, 'stderr'>;
  readonly surroundings: Pick<Surroundings, 'cwd' | 'env'>;
}

/**
 * What the environment and a `.env` file in the working directory say; tells on stderr what that file decided and what is weak. Throws
 * `usage` with one line a problem.
 */
export async function readTaskSettings(
  { terminal: { stderr }, surroundings: { cwd, env } }: TaskSettingsPlace,
  needs: SettingNeeds = {},
): Promise<TaskSettings> {
  const { parseTaskSettings } = await import('@toolyard/tasks');
  const file = join(cwd, '.env');
  const parsed = parseTaskSettings({ env, dotEnvText: await readDotEnv(file) }, needs);
  const { used, ignored } = parsed.file;
  if (used.length > 0) stderr.write(`toolyard: Read from ${toLine(file)}: ${used.join(', ')}.\n`);
  if (ignored.length > 0) {
    const advice = 'A file in the working directory may not decide where secrets go: set it in the environment.';
    stderr.write(`toolyard: Ignored in ${toLine(file)}: ${ignored.join(', ')}. ${advice}\n`);
  }
  for (const warning of parsed.warnings) stderr.write(`toolyard: ${warning}\n`);
  if (parsed.ok) return parsed.settings;
  throw new ToolyardError('usage', parsed.problems.map(({ message }) => message).join('\n'));
}

/** The PostgreSQL that the settings name, else the embedded database in the user's data folder. */
export function locateTasks(
  surroundings: TaskSurroundings,
  { databaseUrl }: Pick<TaskSettings, 'databaseUrl'>,
): TaskPlace {
  return databaseUrl === undefined ? { folder: locateTaskFolder(surroundings) } : { databaseUrl };
}

/** Where the embedded database keeps its files. */
export function locateTaskFolder(surroundings: TaskSurroundings): string {
  return join(resolvePlaces(surroundings).dataDir, 'tasks');
}

async function readDotEnv(file: string): Promise<string> {
  try {
    return (await readPlainFile(file)).toString('utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new ToolyardError('usage', `${file} cannot be read: ${toMessage(error)}`, { cause: error });
  }
}
