import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRequest, parseFrame, type Frame, type HttpRequester } from '@toolyard/core';
import { createNodeHttpRequester, systemClock } from '@toolyard/node';
import { createUrlLinkStarter, type LocalYard } from '@toolyard/runtime';
import { createConfiguration, createMemoryLog, startHttpServer, waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { callsOf, FORM, openQuestions } from './open-questions.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Whether something is held by nobody any more, as far as the garbage collector finds out. */
async function isLetGo(held: WeakRef<object>): Promise<boolean> {
  for (let round = 0; round < 20; round++) {
    // A reference that was looked at lives until the end of the turn.
    await new Promise((resolve) => void setImmediate(resolve));
    collect();
    if (held.deref() === undefined) return true;
  }
  return false;
}

/** Calls a tool; the message is to be found here alone. */
function call(yard: LocalYard, onQuestion: () => void): WeakRef<Frame> {
  const frame = createRequest(1, 'tools/call', { name: 'work', arguments: {} });
  yard.request('a', {
    frame,
    onAnswer: () => undefined,
    respondent: { session: 's', capabilities: { elicitation: {} }, transient: true },
    onQuestion() {
      onQuestion();
      return { cancel: () => undefined };
    },
  });
  return new WeakRef(frame);
}

it.each(['shared', 'per-session'] as const)(
  'a call that waits for a person lets its message go (%s)',
  async (sharing) => {
    const configuration = createConfiguration({ a: { sharing, era: 'legacy' } }, { healthCheckMs: 100_000_000 });
    const { yard, links } = await openQuestions({ a: {} }, configuration);
    await waitUntil(() => yard.server('a')?.state !== 'starting');
    let isAsked = false;
    const message = call(yard, () => (isAsked = true));
    const find = () => links.all.find(({ server }) => callsOf(server).length > 0);
    await waitUntil(() => find() !== undefined);
    void find()?.server.ask('elicitation/create', FORM);
    await waitUntil(() => isAsked);
    expect(await isLetGo(message)).toBe(true);
    await yard.stop();
  },
);

it('a request to a URL lets its body go when it was sent, though its answer takes long', async () => {
  const server = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    response.write('data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n\n');
  });
  onTestFinished(() => server.stop());
  const node = createNodeHttpRequester();
  onTestFinished(() => node.close());
  const bodies: WeakRef<Uint8Array>[] = [];
  const requester: HttpRequester = {
    request(request) {
      if (request.body !== undefined) bodies.push(new WeakRef(request.body));
      return node.request(request);
    },
  };
  const starter = createUrlLinkStarter({ requester, clock: systemClock, log: createMemoryLog() });
  const at = { key: 'a', transport: 'http', url: `http://127.0.0.1:${server.port}/mcp`, headers: {} } as const;
  const link = await starter.start(at, new AbortController().signal, 'legacy');
  onTestFinished(() => link.close());
  let isHeard = false;
  link.receive(() => void (isHeard = true));
  void link.send(createRequest(1, 'tools/call', { name: 'work', arguments: { pad: 'p'.repeat(100_000) } }));
  await waitUntil(() => isHeard);
  const [body] = bodies;
  if (body === undefined) throw new Error('nothing was sent');
  expect(await isLetGo(body)).toBe(true);
});

/** Reads a message that came in a buffer; the memory is to be found here alone. */
function read(method: string): WeakRef<ArrayBufferLike> {
  const bytes = Buffer.alloc(100_000, ' ');
  bytes.write(JSON.stringify({ jsonrpc: '2.0', id: 1, method }));
  expect(parseFrame(bytes)?.method).toBe(method);
  return new WeakRef(bytes.buffer);
}

it('a message that was read is not kept for the sake of the short texts that are remembered', async () => {
  expect(await isLetGo(read('method/only-here'))).toBe(true);
});
