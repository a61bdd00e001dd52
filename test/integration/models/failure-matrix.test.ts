import { MODEL_APIS, type ScriptedTurn, type ServedTurn } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { FAILURE_CASES } from '../assistant/failure-cases.ts';
import { eventsOf, openTestConversation, resultsOf } from '../assistant/open-test-conversation.ts';
import { openModel } from './open-model.ts';

/** A turn of a model in memory, as a server plays it. */
function toServed(turn: ScriptedTurn): ServedTurn {
  // A notice comes of a provider that is busy.
  if (turn.some((step) => typeof step === 'object' && 'event' in step)) return { status: 429, retryAfter: '9' };
  const texts = turn.flatMap((step) => (typeof step === 'object' && 'text' in step ? [step.text] : []));
  return {
    ...(texts.length === 0 ? {} : { text: texts.join('') }),
    calls: turn.flatMap((step) =>
      typeof step === 'object' && 'call' in step ? [{ tool: step.call, arguments: step.arguments ?? {} }] : [],
    ),
    ends: turn.includes('hang') ? 'silence' : 'whole',
  };
}

const DONE: readonly ServedTurn[] = Array.from({ length: 4 }, () => ({ text: 'done' }));

describe.each(MODEL_APIS)('with %s a conversation stays valid after', (api) => {
  const hasText = api !== 'google' && api !== 'ollama';
  const isPossible = ({ name }: { name: string }): boolean => hasText || name !== 'arguments that are no JSON';

  it.each(FAILURE_CASES.filter(isPossible))(
    '$name',
    async ({ script, options, onEvent, results, end, partial = '' }) => {
      const { model, server } = await openModel(api, [...script.map(toServed), ...DONE]);
      const opened = await openTestConversation(model, { ...options, ...(onEvent && { onEvent }) });
      const events = await opened.ask();
      expect(resultsOf(events)).toEqual(results);
      expect(eventsOf(events, 'end').map(({ reason }) => reason)).toEqual([end]);
      const said = eventsOf(events, 'text').map(({ text }) => text);
      if (partial !== '') expect(partial.startsWith(said.join(''))).toBe(true);
      await opened.yard.calls.resume();
      expect(eventsOf(await opened.ask('And now?'), 'end')).toEqual([{ type: 'end', reason: 'stop' }]);
      expect(server.mistakes).toEqual([]);
    },
  );
});
