import { ToolyardError, toToolId, toVisibleJson, toVisibleLine } from '@toolyard/core';
import { createContext, type McpAction } from '@toolyard/hooks';
import { describeFailure } from '@toolyard/host';
import {
  resolveApprovals,
  previewRun,
  readWorkspaceFacts,
  selectHookServers,
  type RunPreview,
} from '@toolyard/host/hooks';
import { createScreen } from '../../terminal/create-screen.ts';
import { EXIT } from '../../process/to-exit-code.ts';
import { toUnavailable } from '../../yard/find-tool.ts';
import { describeKnown, selectServer } from '../../yard/select-server.ts';
import { waitForServers } from '../../yard/wait-for-servers.ts';
import { withYard, type YardUse } from '../../yard/with-yard.ts';
import { DATA_HINT } from '../event/data-hint.ts';
import type { CommandHooks } from '../open/open-command-hooks.ts';
import { withToolLookup } from '../open/with-tool-lookup.ts';
import type { OneHook } from './run-one-hook.ts';

/**
 * Shows what a hook would give its tool or program, and everything that is wrong with it; calls nothing and keeps nothing.
 * Resolves with the exit code.
 */
export async function tryHook(one: OneHook): Promise<number> {
  const { action } = one.known.hook;
  if (action.type !== 'mcp') return show(one, undefined);
  const select = selectHookServers([one.known], 'left out');
  return withYard(one.opened, { ...one.opened.options, select }, async (use) => {
    const schema = await findSchema(action, one, use);
    return use.signal.aborted ? EXIT.interrupted : show(one, schema);
  });
}

async function findSchema({ parameters }: McpAction, { opened }: OneHook, use: YardUse): Promise<unknown> {
  const { serverId: key, toolName } = parameters;
  const { yard, configuration, signal } = use;
  selectServer(configuration, key);
  await waitForServers(yard, opened, { ms: configuration.settings.startTimeoutMs + 5000, signal, key });
  const tool = yard.catalogue.find('tools', toToolId(key, toolName));
  if (tool !== undefined || signal.aborted) return tool?.definition['inputSchema'];
  const status = yard.server(key);
  if (status !== undefined && describeFailure(status) !== undefined) throw toUnavailable(status);
  const names = yard.catalogue.listOf('tools', key).map(({ name }) => ({ key: name }));
  const message = `Tool not found: ${toToolId(key, toolName)}\n${describeKnown(names, toolName)}`;
  throw new ToolyardError('tool-not-found', message);
}

async function show({ opened, known, event }: OneHook, schema: unknown): Promise<number> {
  const { host, surroundings, workspace } = opened;
  const context = createContext(event, host.clock.now(), await readWorkspaceFacts(surroundings, workspace));
  const { redact, settings } = await resolveApprovals({ ...opened, hooks: [known] });
  const preview =
    known.hook.action.type === 'agent'
      ? await withToolLookup(opened, ({ listTools }) =>
          previewRun(known.hook, context, { schema, agent: { host, settings, listTools }, redact }),
        )
      : await previewRun(known.hook, context, { schema, redact });
  print(preview, opened);
  return preview.problems.length === 0 ? EXIT.done : EXIT.failed;
}

function print(preview: RunPreview, { terminal, surroundings, options }: CommandHooks): void {
  const { problems, arguments: given } = preview;
  const screen = createScreen(terminal.stdout, surroundings.env);
  if (options.json === true) screen.line(toVisibleJson({ arguments: given, problems }));
  else if (given !== undefined) {
    for (const line of toVisibleJson(given, 2).split('\n')) screen.line(toVisibleLine(line));
  }
  for (const problem of problems) terminal.stderr.write(`${toVisibleLine(problem)}\n`);
  if (given === undefined) terminal.stderr.write(`${DATA_HINT}\n`);
}
