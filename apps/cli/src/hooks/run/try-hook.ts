import { ToolyardError, toToolId, toVisibleJson, toVisibleLine, type Yard } from '@toolyard/core';
import { createContext, type McpAction } from '@toolyard/hooks';
import { describeFailure } from '@toolyard/host';
import {
  isAllowed,
  resolveApprovals,
  previewRun,
  readWorkspaceFacts,
  selectHookServers,
  withForeignYard,
  type ResolvedApprovals,
  type ResolvedHook,
  type RunPreview,
} from '@toolyard/host/hooks';
import { runInterruptible } from '../../process/run-interruptible.ts';
import { createScreen } from '../../terminal/create-screen.ts';
import { EXIT } from '../../process/to-exit-code.ts';
import { toUnavailable } from '../../yard/find-tool.ts';
import { describeKnown, selectServer } from '../../yard/select-server.ts';
import { waitForServers } from '../../yard/wait-for-servers.ts';
import { withYard, type YardUse } from '../../yard/with-yard.ts';
import { DATA_HINT } from '../event/data-hint.ts';
import type { CommandHooks } from '../open/open-command-hooks.ts';
import { withToolLookup } from '../open/with-tool-lookup.ts';
import { toUnapproved, type OneHook } from './run-one-hook.ts';

/**
 * Shows what a hook would give its tool or program, and everything that is wrong with it; calls nothing and keeps nothing.
 * Resolves with the exit code.
 */
export async function tryHook(one: OneHook): Promise<number> {
  const { action } = one.known.hook;
  if (action.type !== 'mcp') return show(one, undefined);
  const resolved = await resolveApprovals({ ...one.opened, hooks: [one.known] });
  const [foreign] = resolved.hooks.filter(({ servers }) => servers.some((server) => server.foreign !== undefined));
  if (foreign !== undefined) return tryForeign(action, one, { ...resolved, hook: foreign });
  const select = selectHookServers([one.known], 'left out');
  return withYard(one.opened, { ...one.opened.options, select }, async (use) => {
    const schema = await findSchema(action, one, use);
    return use.signal.aborted ? EXIT.interrupted : show(one, schema);
  });
}

/** The same with a server that only another program has, which is started only where it was approved. */
function tryForeign(
  { parameters }: McpAction,
  one: OneHook,
  { hook, settings }: Pick<ResolvedApprovals, 'settings'> & { readonly hook: ResolvedHook },
): Promise<number> {
  const { opened, known } = one;
  if (!isAllowed(hook)) throw toUnapproved(known.hook.id);
  return runInterruptible(opened.terminal, async ({ signal }) => {
    const look = { settings, ms: settings.startTimeoutMs + 5000, signal };
    const schema = await withForeignYard(opened, [hook], look, (yard, failures) => {
      const failure = failures.get(parameters.serverId);
      if (failure !== undefined) throw new ToolyardError('server-unavailable', failure);
      return yard === undefined || signal.aborted ? undefined : findIn(parameters, yard);
    });
    return signal.aborted ? EXIT.interrupted : show(one, schema);
  });
}

async function findSchema({ parameters }: McpAction, { opened }: OneHook, use: YardUse): Promise<unknown> {
  const { serverId: key } = parameters;
  const { yard, configuration, signal } = use;
  selectServer(configuration, key);
  await waitForServers(yard, opened, { ms: configuration.settings.startTimeoutMs + 5000, signal, key });
  return signal.aborted ? undefined : findIn(parameters, yard);
}

/** The schema of a tool; throws `server-unavailable` and `tool-not-found`. */
function findIn({ serverId: key, toolName }: McpAction['parameters'], yard: Yard): unknown {
  const tool = yard.catalogue.find('tools', toToolId(key, toolName));
  if (tool !== undefined) return tool.definition['inputSchema'];
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
