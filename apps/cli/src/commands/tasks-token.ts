import { ToolyardError, toVisibleJson } from '@toolyard/core';
import { systemClock } from '@toolyard/node';
import type { PersonalToken, TokenStore } from '@toolyard/tasks';
import { locateTasks, readTaskSettings } from '../tasks/read-task-settings.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';

/** Whose tokens, and what to do with them; without `list` and `revoke` a new one is made. */
export interface TasksTokenOptions {
  readonly user: string;
  readonly name?: string;
  readonly readOnly?: boolean;
  readonly list?: boolean;
  /** How the hash of the token begins. */
  readonly revoke?: string;
  readonly json?: boolean;
}

/** How much of a hash is shown, and enough to name a token. */
const SHOWN = 12;

/** `toolyard tasks token`: makes, shows and takes back personal tokens of the task backend. */
export async function runTasksToken(options: TasksTokenOptions, context: CommandContext): Promise<number> {
  const settings = await readTaskSettings(context, { database: true });
  const { openTaskStore } = await import('@toolyard/tasks');
  const store = await openTaskStore({ ...locateTasks(context.surroundings, settings), isBrief: true }, systemClock);
  try {
    context.terminal.stdout.write(await useTokens(options, store.tokens));
  } finally {
    await store.close();
  }
  return EXIT.done;
}

async function useTokens(options: TasksTokenOptions, tokens: TokenStore): Promise<string> {
  if (options.revoke !== undefined) return revokeToken(options, options.revoke, tokens);
  return options.list === true ? listTokens(options, tokens) : makeToken(options, tokens);
}

async function makeToken(options: TasksTokenOptions, tokens: TokenStore): Promise<string> {
  const { user, name = 'command line', readOnly = false, json = false } = options;
  const { createPersonalToken } = await import('@toolyard/tasks');
  const scopes = readOnly ? (['tasks:read'] as const) : (['tasks:read', 'tasks:write'] as const);
  const token = await createPersonalToken({ user, name, scopes }, { tokens, clock: systemClock });
  return json ? `${toVisibleJson({ token, user, name, scopes })}\n` : `${token}\n`;
}

async function listTokens({ user, json = false }: TasksTokenOptions, tokens: TokenStore): Promise<string> {
  const all = await tokens.list(user);
  if (json) return `${toVisibleJson(all)}\n`;
  if (all.length === 0) return `${user} has no personal tokens.\n`;
  return all.map((token) => `${describe(token)}\n`).join('');
}

async function revokeToken(options: TasksTokenOptions, start: string, tokens: TokenStore): Promise<string> {
  const { user, json = false } = options;
  const meant = (await tokens.list(user)).filter(({ hash }) => hash.startsWith(start.toLowerCase()));
  const [token, second] = meant;
  if (token === undefined || second !== undefined) {
    const found = token === undefined ? 'no token' : `${meant.length} tokens`;
    throw new ToolyardError(
      'usage',
      `${user} has ${found} whose hash starts with "${start}". See "toolyard tasks token ${user} --list".`,
    );
  }
  await tokens.remove(user, token.hash);
  return json ? `${toVisibleJson({ revoked: token.hash })}\n` : `Revoked ${describe(token)}\n`;
}

function describe({ hash, name, scopes, createdAt }: PersonalToken): string {
  return `${hash.slice(0, SHOWN)}  ${createdAt}  ${scopes.join(',')}  ${name}`;
}
