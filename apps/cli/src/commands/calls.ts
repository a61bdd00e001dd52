import { ToolyardError, toVisibleJson } from '@toolyard/core';
import { checkCalledServer, chooseCalls, toCallsJson, type CallsChoice, type CallsView } from '../calls/calls-view.ts';
import { followCalls } from '../calls/follow-calls.ts';
import { EXIT, toSignalExitCode } from '../process/to-exit-code.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { CALLS_RESUMED, CALLS_STOPPED, renderCalls } from '../terminal/render-calls.ts';
import { withRunningYard } from '../yard/with-running-yard.ts';

/** Which calls are shown, or what is done to all of them. */
export interface CallsOptions extends CallsChoice {
  readonly action?: 'stop' | 'resume' | undefined;
  readonly follow?: boolean;
}

/** `toolyard calls`: what the running yard is asked to do, by whom, and what became of it. */
export async function runCalls(options: CallsOptions, context: CommandContext): Promise<number> {
  const { action, follow = false, server, limit } = options;
  const { terminal, surroundings } = context;
  if (action !== undefined && (follow || server !== undefined || limit !== undefined)) {
    const message = `"calls ${action}" applies to all calls and takes no --follow, --server or --limit.`;
    throw new ToolyardError('usage', message);
  }
  return withRunningYard(context, options, async (yard, { signal, endWithReader }) => {
    const screen = createScreen(terminal.stdout, surroundings.env);
    const view: CallsView = { yard, choice: options, screen, terminal };
    if (action !== undefined) return act(action, view);
    if (server !== undefined) checkCalledServer(yard.calls, yard.configuration(), server);
    if (!follow) return show(view);
    endWithReader();
    await followCalls(view, signal);
    return toSignalExitCode(signal.reason);
  });
}

async function act(action: 'stop' | 'resume', view: CallsView): Promise<number> {
  const { choice, screen, yard } = view;
  const { calls } = yard;
  const [before, wasStopped] = [calls.active(), calls.isStopped()];
  await calls[action]();
  if (choice.json === true) return printJson(view);
  if (action === 'resume') {
    screen.line(wasStopped ? CALLS_RESUMED : 'Calls were not stopped.');
    return EXIT.done;
  }
  const left = new Set(calls.active().map(({ id }) => id));
  const ended = before.filter(({ id }) => !left.has(id)).length;
  const what = ended === 0 ? 'No call was waiting or running.' : `Ended ${ended} call${ended === 1 ? '' : 's'}.`;
  screen.line(`${what} ${CALLS_STOPPED}`);
  return EXIT.done;
}

function show(view: CallsView): number {
  const { choice, screen, terminal, yard } = view;
  if (choice.json === true) return printJson(view);
  const { active, history } = chooseCalls(view);
  const all = [...history, ...active];
  if (all.length > 0) for (const line of renderCalls(all, screen)) screen.line(line);
  else terminal.stderr.write('No calls yet.\n');
  if (yard.calls.isStopped()) terminal.stderr.write(`${CALLS_STOPPED}\n`);
  return EXIT.done;
}

function printJson(view: CallsView): number {
  view.screen.line(toVisibleJson(toCallsJson(view.yard.calls.isStopped(), chooseCalls(view)), 2));
  return EXIT.done;
}
