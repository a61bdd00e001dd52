import { checkConversation } from '@toolyard/assistant';
import { createScriptedModel } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { FAILURE_CASES } from './failure-cases.ts';
import { eventsOf, openTestConversation, resultsOf } from './open-test-conversation.ts';

describe('a conversation stays valid after', () => {
  it.each(FAILURE_CASES)('$name', async ({ script, options, onEvent, results, end, partial }) => {
    const model = createScriptedModel(script);
    const opened = await openTestConversation(model, { ...options, ...(onEvent && { onEvent }) });
    const events = await opened.ask();
    expect(resultsOf(events)).toEqual(results);
    expect(eventsOf(events, 'end').map(({ reason }) => reason)).toEqual([end]);
    expect(events.at(-1)?.type).toBe('end');
    if (partial !== undefined) {
      expect(opened.conversation.messages().at(-1)).toEqual({
        role: 'assistant',
        content: [{ type: 'text', text: partial }],
      });
    }
    await opened.yard.calls.resume();
    const next = await opened.ask('And now?');
    expect(eventsOf(next, 'end')).toEqual([{ type: 'end', reason: 'stop' }]);
    expect(model.requests.flatMap(({ messages }) => checkConversation(messages))).toEqual([]);
  });
});

describe('a record of a call', () => {
  it.each(FAILURE_CASES)('is kept of each that was asked for: $name', async ({ script, options, onEvent }) => {
    const document = { path: 'a.md', line: 7 };
    const opened = await openTestConversation(createScriptedModel(script), {
      ...options,
      ...(onEvent && { onEvent }),
      place: () => document,
    });
    const events = await opened.ask();
    const history = opened.yard.calls.history();
    expect(history.map(({ tool }) => tool).toSorted()).toEqual(
      eventsOf(events, 'tool-call')
        .map(({ tool }) => tool)
        .toSorted(),
    );
    const about = { origin: 'assistant', session: 'note', conversation: 'c1', document };
    for (const record of history) expect(record).toMatchObject(about);
    const decisions = eventsOf(events, 'approval').map(({ decision }) => decision);
    expect(history.flatMap(({ approval }) => approval ?? []).toSorted()).toEqual(decisions.toSorted());
  });
});
