import { checkConversation } from '@toolyard/assistant';
import type { JsonObject } from '@toolyard/core';
import { createScriptedModel, runs, type ServedAnswer, type ServedFailure } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { callTo, eventsOf, openTestConversation } from './open-test-conversation.ts';

const CALL = fc
  .record({
    tool: fc.constantFrom(
      'files:read',
      'files:fail',
      'files:need',
      'files:delete',
      'web:get',
      'off:never',
      'no',
      'a:b',
    ),
    given: fc.constantFrom<JsonObject | string>({}, { path: 'a' }, { n: 1 }, '{"a'),
  })
  .map(({ tool, given }) => callTo(tool, given));

const TURN: fc.Arbitrary<ServedAnswer | ServedFailure> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ text: fc.string(), calls: fc.array(CALL, { maxLength: 4 }) }) },
  fc.record({ text: fc.string(), ends: fc.constantFrom('length' as const, 'refused' as const, 'cut' as const) }),
  fc.record({ status: fc.constantFrom(500, 'cut' as const) }),
);

it('a conversation is valid for the next request, whatever the model, people and servers do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(TURN, { maxLength: 12 }),
      fc.array(fc.record({ stopAt: fc.nat(20), disables: fc.boolean(), denies: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (turns, questions) => {
        const model = createScriptedModel(turns);
        let [stopAt, denies, seen] = [0, false, 0];
        const opened = await openTestConversation(model, {
          turnCap: 4,
          settings: { sessionLimit: 6 },
          decide: () => (denies ? 'denied' : 'once'),
          onEvent: (_, { stop }) => void (seen++ === stopAt && stop()),
        });
        for (const question of questions) {
          [stopAt, denies, seen] = [question.stopAt, question.denies, 0];
          if (question.disables) await opened.yard.disable('web');
          const events = await opened.ask();
          expect(eventsOf(events, 'end').length).toBe(1);
          expect(events.at(-1)?.type).toBe('end');
        }
        expect(model.requests.flatMap(({ messages }) => checkConversation(messages))).toEqual([]);
        await opened.yard.stop();
      },
    ),
    { numRuns: runs(1000, 60) },
  );
});
