import { ToolyardError, toVisibleJson, type CallRecord } from '@toolyard/core';
import { nameConfiguration, readKeptCalls } from '@toolyard/host';
import { systemClock } from '@toolyard/node';
import type { JoinedYard } from '@toolyard/runtime';
import {
  checkCalledServer,
  chooseCalls,
  isChosen,
  toCallsJson,
  withKept,
  type CallsChoice,
  type CallsView,
} from '../calls/calls-view.ts';
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

/** `toolyard calls`: what the running yard, and those before it, were asked to do, by whom, and what became of it. */
export async function runCalls(options: CallsOptions, context: CommandContext): Promise<number> {
  const { action, follow = false, server, limit } = options;
  const { terminal, surroundings } = context;
  if (action !== undefined && (follow || server !== undefined || limit !== undefined)) {
    const message = `"calls ${action}" applies to all calls and takes no --follow, --server or --limit.`;
    throw new ToolyardError('usage', message);
  }
  const screen = createScreen(terminal.stdout, surroundings.env);
  const toView = (calls: CallsView['calls']): CallsView => ({ calls, choice: options, screen, terminal });
  return withRunningYard(context, options, {
    async use(yard, { place, signal, endWithReader }) {
      if (action !== undefined) return act(action, yard, toView(yard.calls));
      if (follow) {
        if (server !== undefined) checkCalledServer(yard.calls, yard.configuration(), server);
        endWithReader();
        await followCalls(yard, toView(yard.calls), signal);
        return toSignalExitCode(signal.reason);
      }
      const calls = withKept(await readKeptCalls(place.stateFolder, signal), yard.calls);
      if (server !== undefined) checkCalledServer(calls, yard.configuration(), server);
      return show(toView(calls));
    },
    async useNone({ place, signal }) {
      if (action !== undefined || follow) return undefined;
      const kept = await readKeptCalls(place.stateFolder, signal);
      if (!kept.some((call: CallRecord) => isChosen(options, call))) return undefined;
      const name = nameConfiguration(place.file);
      terminal.stderr.write(`No Toolyard is running for ${name}. These are the calls of earlier ones.\n`);
      return show(toView(withKept(kept)));
    },
  });
}

async function act(action: 'stop' | 'resume', { calls }: JoinedYard, view: CallsView): Promise<number> {
  const { choice, screen } = view;
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
  const { calls, choice, screen, terminal } = view;
  if (choice.json === true) return printJson(view);
  const { active, history } = chooseCalls(view);
  const all = [...history, ...active];
  if (all.length > 0)
    renderCalls(all, screen, { ...choice, now: systemClock.now() }).forEach((line) => screen.line(line));
  else terminal.stderr.write('No calls yet.\n');
  if (calls.isStopped()) terminal.stderr.write(`${CALLS_STOPPED}\n`);
  return EXIT.done;
}

function printJson(view: CallsView): number {
  view.screen.line(toVisibleJson(toCallsJson(view.calls.isStopped(), chooseCalls(view), view.choice), 2));
  return EXIT.done;
}
