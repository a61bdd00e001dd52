import { ToolyardError, toToolId, toVisibleJson } from '@toolyard/core';
import { createContext, type McpAction } from '@toolyard/hooks';
import { describeFailure } from '@toolyard/host';
import { systemClock } from '@toolyard/node';
import { createScreen } from '../terminal/create-screen.ts';
import { toVisibleLine } from '../terminal/to-visible.ts';
import { EXIT } from '../to-exit-code.ts';
import { describeKnown, selectServer } from '../yard/select-server.ts';
import { waitForServers } from '../yard/wait-for-servers.ts';
import { withYard, type YardUse } from '../yard/with-yard.ts';
import { DATA_HINT } from './data-hint.ts';
import { judgeHooks } from './judge-hooks.ts';
import { previewRun, type RunPreview } from './preview-run.ts';
import { readWorkspaceFacts } from './read-workspace-facts.ts';
import type { OneHook } from './run-one-hook.ts';
import { selectHookServers } from './select-hook-servers.ts';

/**
 * Shows what a hook would give its tool or program, and everything that is wrong with it; calls nothing and keeps nothing.
 * Resolves with the exit code.
 */
export async function tryHook(one: OneHook): Promise<number> {
  const { host, options } = one.read;
  const { action } = one.known.hook;
  if (action.type === 'custom') return show(one, undefined);
  const select = selectHookServers([one.known], 'left out');
  return withYard(host, { ...options, select }, async (use) => {
    const schema = await findSchema(action, one, use);
    return use.signal.aborted ? EXIT.interrupted : show(one, schema);
  });
}

async function findSchema({ parameters }: McpAction, { read }: OneHook, use: YardUse): Promise<unknown> {
  const { serverId: key, toolName } = parameters;
  const { yard, configuration, signal } = use;
  selectServer(configuration, key);
  await waitForServers(yard, read.host, { ms: configuration.settings.startTimeoutMs + 5000, signal, key });
  const tool = yard.catalogue.find('tools', toToolId(key, toolName));
  if (tool !== undefined || signal.aborted) return tool?.definition['inputSchema'];
  const status = yard.server(key);
  const failure = status && describeFailure(status);
  if (failure !== undefined) throw new ToolyardError('server-unavailable', failure);
  const names = yard.catalogue.listOf('tools', key).map(({ name }) => ({ key: name }));
  const message = `Tool not found: ${toToolId(key, toolName)}\n${describeKnown(names, toolName)}`;
  throw new ToolyardError('tool-not-found', message);
}

async function show({ read, known, event }: OneHook, schema: unknown): Promise<number> {
  const { host, workspace, options } = read;
  const context = createContext(event, systemClock.now(), await readWorkspaceFacts(host, workspace));
  const { redact } = await judgeHooks({ ...read, hooks: [known] });
  const preview = await previewRun(known.hook, context, { schema, redact });
  print(preview, read.host, options.json === true);
  return preview.problems.length === 0 ? EXIT.done : EXIT.failed;
}

function print(preview: RunPreview, { stdout, stderr, env }: OneHook['read']['host'], json: boolean): void {
  const { problems, arguments: given } = preview;
  const screen = createScreen(stdout, env);
  if (json) screen.line(toVisibleJson({ arguments: given, problems }));
  else if (given !== undefined) {
    for (const line of toVisibleJson(given, 2).split('\n')) screen.line(toVisibleLine(line));
  }
  for (const problem of problems) stderr.write(`${toVisibleLine(problem)}\n`);
  if (given === undefined) stderr.write(`${DATA_HINT}\n`);
}
