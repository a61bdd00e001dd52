import type { Configuration, Frame } from '@toolyard/core';
import {
  createConfiguration,
  waitUntil,
  type FakeServer,
  type FakeServerOptions,
  type TestClient,
} from '@toolyard/testing';
import { openTestGateway } from '../open-test-gateway.ts';

/** All that a client can be asked. */
export const EVERYTHING = {
  sampling: { tools: {} },
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
} as const;

export const FORM = { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } };

/** A gateway over servers whose tools answer when the test says so, and clients that can be asked. */
export async function openQuestions(
  given: Readonly<Record<string, Partial<FakeServerOptions>>> = { a: {} },
  configuration?: Configuration,
) {
  const servers = Object.fromEntries(
    Object.entries(given).map(([key, options]): [string, FakeServerOptions] => [
      key,
      { tools: ['work'], call: () => undefined, ...options },
    ]),
  );
  // A clock that jumps leaves servers no time to answer a ping.
  const patient = createConfiguration(Object.fromEntries(Object.keys(given).map((key) => [key, {}])), {
    healthCheckMs: 100_000_000,
  });
  const opened = openTestGateway(servers, configuration ?? patient, false);
  await opened.yard.settled({ signal: new AbortController().signal });
  return {
    ...opened,
    /** A client that has shaken hands. */
    async join(capabilities: object = EVERYTHING): Promise<TestClient & { leave(): Promise<void> }> {
      const { client, close } = opened.connect();
      await client.initialize('2025-11-25', capabilities);
      return { ...client, leave: close };
    },
    /** The calls that reached a server. */
    calls: (key = 'a'): readonly Frame[] => callsOf(opened.server(key)),
  };
}

export function callsOf(server: FakeServer): readonly Frame[] {
  return server.received.filter((frame) => frame.method === 'tools/call');
}

/** Waits for a client's next question. */
export async function nextQuestion({ questions }: TestClient, index = 0): Promise<Frame> {
  await waitUntil(() => questions.length > index);
  const question = questions[index];
  if (question === undefined) throw new Error('no question');
  return question.frame;
}

/** Calls `work` of a server and waits until the call is there. */
export async function callWork(
  client: TestClient,
  server: FakeServer,
  key = 'a',
): Promise<{ answer: Promise<Frame>; arrived: Frame }> {
  const before = callsOf(server).length;
  const answer = client.request('tools/call', { name: `${key}__work`, arguments: {} });
  await waitUntil(() => callsOf(server).length > before);
  const arrived = callsOf(server)[before];
  if (arrived === undefined) throw new Error('no call');
  return { answer, arrived };
}
