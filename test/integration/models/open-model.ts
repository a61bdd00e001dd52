import type { AnswerPart, Model, ModelEvent, ModelMessage, ModelRequest, ModelTool } from '@toolyard/assistant';
import { createModel } from '@toolyard/models';
import { createNodeHttpRequester } from '@toolyard/node';
import { createFakeClock, startModelServer } from '@toolyard/testing';
import type { FakeClock, ModelApi, ModelServer, ServedTurn } from '@toolyard/testing';
import { onTestFinished } from 'vitest';

/** A model that speaks to a scripted server over real HTTP, in a time that only tests let pass. */
export interface OpenedModel {
  readonly server: ModelServer;
  readonly clock: FakeClock;
  readonly model: Model;
}

/** Plays the turns; variables override those that lead to the server. */
export async function openModel(
  api: ModelApi,
  turns: readonly ServedTurn[],
  variables: Readonly<Record<string, string>> = {},
): Promise<OpenedModel> {
  const server = await startModelServer(api, turns);
  const requester = createNodeHttpRequester();
  onTestFinished(async () => {
    requester.close();
    await server.stop();
  });
  const clock = createFakeClock();
  const environment: Readonly<Record<string, string>> = { ...server.environment, ...variables };
  const { TEST_MODEL: id = server.modelId } = variables;
  return { server, clock, model: createModel(id, { variable: (name) => environment[name], requester, clock }) };
}

/** A tool with one text as its argument. */
export const ECHO: ModelTool = {
  name: 'everything:echo',
  description: 'Says it again',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
};

/** A request of one question. */
export function toQuestion(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { system: 'Be brief.', messages: [toUser(text)], tools: [ECHO], ...more };
}

/** What a person says. */
export function toUser(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** The request after an answer with calls, each of them answered by `answerCall`. */
export function toNextRequest(
  request: ModelRequest,
  parts: readonly AnswerPart[],
  answerCall = (id: string): string => `result of ${id}`,
): ModelRequest {
  const calls = parts.filter((part) => part.type === 'tool-call');
  const answers = calls.map(({ id, name }) => ({
    id,
    name,
    isError: false,
    content: [{ type: 'text' as const, text: answerCall(id) }],
  }));
  // In the wrong order: which answer is for which call is said by the ids.
  return {
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', content: parts },
      { role: 'tool', answers: answers.toReversed() },
    ],
  };
}

/** What came of a question. */
export interface ReadAnswer {
  readonly text: string;
  readonly notices: readonly string[];
  readonly end?: Extract<ModelEvent, { type: 'end' }>;
  readonly error?: unknown;
}

/** Reads to the end, also where that is an error; `onEvent` sees each event as it comes. */
export async function askModel(
  model: Model,
  request: ModelRequest,
  { signal = new AbortController().signal, onEvent = (_event: ModelEvent): void => undefined } = {},
): Promise<ReadAnswer> {
  const events: ModelEvent[] = [];
  const toAnswer = (): ReadAnswer => {
    const end = events.find((event) => event.type === 'end');
    return {
      text: events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join(''),
      notices: events.flatMap((event) => (event.type === 'notice' ? [event.message] : [])),
      ...(end === undefined ? {} : { end }),
    };
  };
  try {
    for await (const event of model.ask(request, signal)) {
      events.push(event);
      onEvent(event);
    }
    return toAnswer();
  } catch (error) {
    return { ...toAnswer(), error };
  }
}
