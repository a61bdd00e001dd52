import {
  type SavedServer,
  type ServerDefinition,
  type ServerStatus,
  toLine,
  type ToolyardError,
  toVisibleJson,
} from '@toolyard/core';
import {
  bindMemory,
  describeFailure,
  joinRunningYard,
  locateYard,
  openConfiguration,
  stateStoreOf,
  type YardPlace,
} from '@toolyard/host';
import { systemClock } from '@toolyard/node';
import { hashDefinition, type JoinedYard } from '@toolyard/runtime';
import { createCommandHost } from '../host/create-command-host.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { selectServer } from '../yard/select-server.ts';
import { waitForServers } from '../yard/wait-for-servers.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** Which server is switched, and how. */
export interface SwitchCommandOptions extends CommonOptions {
  readonly key: string;
  readonly enabled: boolean;
}

/** `toolyard enable KEY` and `disable KEY`: at the running yard, else for the next one. */
export function runSwitch(options: SwitchCommandOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  return runInterruptible(terminal, async ({ signal }) => {
    const place = await locateYard(surroundings, options);
    const log = createStderrLog(terminal, systemClock, options.debug === true);
    const joined = await joinRunningYard(place, log);
    if (joined === undefined) {
      await switchForLater(context, options, place);
      report(context, options);
      return EXIT.done;
    }
    try {
      report(context, options, await switchNow(joined, context, options, signal));
    } finally {
      await joined.stop();
    }
    return signal.aborted ? EXIT.interrupted : EXIT.done;
  });
}

async function switchNow(
  yard: JoinedYard,
  context: CommandContext,
  { key, enabled }: SwitchCommandOptions,
  signal: AbortSignal,
): Promise<ServerStatus | undefined> {
  selectServer(yard.configuration(), key);
  if (!enabled) {
    await yard.disable(key);
    return yard.server(key);
  }
  await yard.enable(key);
  await waitForServers(yard, context, { ms: yard.configuration().settings.listWaitMs, signal, key });
  return yard.server(key);
}

async function switchForLater(context: CommandContext, options: SwitchCommandOptions, place: YardPlace): Promise<void> {
  const { key, enabled } = options;
  const failures: ToolyardError[] = [];
  const own = createCommandHost(context, options);
  const memory = await stateStoreOf(own).openMemory(place, (error) => failures.push(error));
  const switches = enabled ? { memory, switchingOn: key } : { memory };
  const opened = await openConfiguration(own, {
    ...options,
    ...switches,
  });
  const [definition] = selectServer(opened.configuration, key).servers;
  if (definition === undefined) return;
  await memory.settleUnusable?.('set-aside');
  const bound = bindMemory(memory, opened);
  bound.remember(toSwitched(definition, enabled, bound.recall(key)));
  await memory.flush();
  const [failure] = failures;
  if (failure !== undefined) throw failure;
}

/** What is known of another definition says nothing about this one. */
function toSwitched(definition: ServerDefinition, enabled: boolean, saved: SavedServer | undefined): SavedServer {
  const definitionHash = hashDefinition(definition);
  const fresh: SavedServer = { key: definition.key, definitionHash, failures: 0 };
  const known = saved?.definitionHash === definitionHash ? saved : fresh;
  if (!enabled) return { ...known, enabled };
  const { autoDisabledAt: _at, autoDisabledReason: _reason, ...rest } = known;
  return { ...rest, failures: 0, enabled };
}

function report(
  { terminal, surroundings }: CommandContext,
  { key, enabled, json }: SwitchCommandOptions,
  status?: ServerStatus,
): void {
  const screen = createScreen(terminal.stdout, surroundings.env);
  if (json === true) {
    const yard = status === undefined ? 'none' : 'running';
    screen.line(toVisibleJson({ key, enabled, yard, ...(status && { server: status }) }, 2));
    return;
  }
  const what = `Server "${toLine(key)}" is ${enabled ? 'enabled' : 'disabled'}`;
  screen.line(`${what}${describeNow(enabled, status)}`);
  const failure = enabled && status !== undefined ? describeFailure(status) : undefined;
  if (failure !== undefined) terminal.stderr.write(`toolyard: ${toLine(failure)}\n`);
}

function describeNow(enabled: boolean, status: ServerStatus | undefined): string {
  if (status === undefined) return '. No Toolyard is running for this configuration; this applies at the next start.';
  if (!enabled) return '.';
  const { state, tools } = status;
  return state === 'running' ? ` and running with ${tools} tool${tools === 1 ? '' : 's'}.` : ` and ${state}.`;
}
