import { checkConversation, type Model, type ModelMessage } from '@toolyard/assistant';
import { createScriptedModel, MODEL_APIS } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openModel } from '../models/open-model.ts';
import { FAILURE_CASES, type FailureCase } from './failure-cases.ts';
import { eventsOf, openTestConversation, resultsOf } from './open-test-conversation.ts';

/** Plays a case, and then asks another question. */
async function play(model: Model, { options, onEvent, results, end, said }: FailureCase): Promise<void> {
  const opened = await openTestConversation(model, { ...options, ...(onEvent && { onEvent }) });
  const events = await opened.ask();
  expect(resultsOf(events)).toEqual(results);
  expect(eventsOf(events, 'end').map(({ reason }) => reason)).toEqual([end]);
  expect(events.at(-1)?.type).toBe('end');
  if (said !== undefined) expectPartial(opened.conversation.messages().at(-1), said);
  await opened.yard.calls.resume();
  const next = await opened.ask('And now?');
  expect(eventsOf(next, 'end')).toEqual([{ type: 'end', reason: 'stop' }]);
}

/** What a model had said of a text when it was ended. */
function expectPartial(message: ModelMessage | undefined, said: string): void {
  const [part] = message?.role === 'assistant' ? message.content : [];
  const text = part?.type === 'text' ? part.text : '';
  expect(text).not.toBe('');
  expect(said.slice(0, text.length)).toBe(text);
}

describe('a conversation stays valid after', () => {
  it.each(FAILURE_CASES)('$name', async (failure) => {
    const model = createScriptedModel(failure.script);
    await play(model, failure);
    expect(model.requests.flatMap(({ messages }) => checkConversation(messages))).toEqual([]);
  });
});

describe.each(MODEL_APIS)('a conversation with %s stays valid after', (api) => {
  it.each(FAILURE_CASES)('$name', async (failure) => {
    const done = { text: 'done' };
    const { model, server } = await openModel(api, [...failure.script, done, done]);
    // Some APIs have no place for arguments that are no JSON.
    if (failure.isAboutText === true && !server.hasArgumentText) return;
    await play(model, failure);
    expect(server.mistakes).toEqual([]);
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
