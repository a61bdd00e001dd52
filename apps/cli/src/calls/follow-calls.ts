import { joinSignals, toVisibleJson, toVisibleLine, type CallEvent, type CallRecord } from '@toolyard/core';
import type { JoinedYard } from '@toolyard/runtime';
import { untilAborted } from '../process/until-aborted.ts';
import { CALLS_RESUMED, CALLS_STOPPED, renderCalls } from '../terminal/render-calls.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { chooseCalls, isChosen, toCallJson, type CallsView } from './calls-view.ts';

/** Shows the calls of a yard, then every change, until the signal or the end of the yard. */
export async function followCalls(yard: JoinedYard, view: CallsView, signal: AbortSignal): Promise<void> {
  const { choice, screen, terminal } = view;
  const { calls } = yard;
  const isJson = choice.json === true;
  const print = (call: CallRecord): void => {
    const lines = isJson ? [toVisibleJson(toCallJson(call, choice))] : renderCalls([call], screen, choice).slice(1);
    for (const line of lines) screen.line(line);
  };
  const changes = createChanges();
  changes.note(calls.history());
  if (!isJson) for (const line of renderCalls([], screen)) screen.line(line);
  const { active, history } = chooseCalls(view);
  [...history, ...changes.note(active)].forEach(print);
  const show = (changed: readonly CallRecord[]): void =>
    changes
      .note(changed)
      .filter((call) => isChosen(choice, call))
      .forEach(print);
  const forget = [
    calls.on((event) => {
      if (event.type === 'call-changed') show([event.call]);
      else if (event.type !== 'call-withdrawn') terminal.stderr.write(`${describeEvent(event)}\n`);
    }),
    // Whoever reads too slowly misses changes, and is told to look at everything again.
    yard.on(({ type }) => void (type === 'configuration-changed' && show([...calls.history(), ...calls.active()]))),
  ];
  await untilOver(yard, terminal, signal);
  for (const end of forget) end();
}

/** Tells what is new about calls from what was noted before. */
function createChanges(): { note(calls: readonly CallRecord[]): readonly CallRecord[] } {
  const known = new Map<string, string>();
  return {
    note: (calls) =>
      calls.filter(({ id, status, retryAttempt }) => {
        const state = `${status} ${retryAttempt}`;
        if (known.get(id) === state) return false;
        known.set(id, state);
        const [oldest] = known.size > MOST_KNOWN ? known.keys() : [];
        if (oldest !== undefined) known.delete(oldest);
        return true;
      }),
  };
}

/** More than a yard remembers and works on at once. */
const MOST_KNOWN = 10_000;

function describeEvent(event: Exclude<CallEvent, { readonly type: 'call-changed' | 'call-withdrawn' }>): string {
  if (event.type === 'calls-stopped') return CALLS_STOPPED;
  if (event.type === 'calls-resumed') return CALLS_RESUMED;
  return `Session execution limit reached (${event.limit}) in session ${toVisibleLine(event.session)}`;
}

async function untilOver(yard: JoinedYard, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const gone = new AbortController();
  void yard.ended.then(() => gone.abort());
  const either = joinSignals(signal, gone.signal);
  await untilAborted(either.signal);
  either.release();
  if (!signal.aborted) terminal.stderr.write('Toolyard has stopped, so there are no more calls to show.\n');
}
