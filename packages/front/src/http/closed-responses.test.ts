import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createNotification, createRequest, createResponse, type Frame } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_HTTP_LIMITS } from './http-limits.ts';
import { HttpSession } from './http-session.ts';
import { ReplayBudget } from './replay-budget.ts';
import { StatelessHttpReply } from './stateless/stateless-http-reply.ts';

/** The response to a client that waits for it. */
async function openResponse(): Promise<ServerResponse> {
  const server = createServer();
  onTestFinished(() => server.close().closeAllConnections());
  const asked = new Promise<ServerResponse>((resolve) =>
    server.on('request', (_request, response) => resolve(response)),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  void fetch(`http://127.0.0.1:${address.port}`).catch(() => undefined);
  return asked;
}

/** Resolves in the turn of the event loop in which the response is destroyed, before any timer. */
async function close(response: ServerResponse): Promise<void> {
  response.destroy();
  await once(response, 'close');
}

function openSession(): {
  session: HttpSession;
  received: Frame[];
  post(response: ServerResponse, frame: Frame): void;
} {
  const session = new HttpSession('id', {
    clock: createFakeClock(),
    limits: DEFAULT_HTTP_LIMITS,
    replay: new ReplayBudget(1_000_000),
    toToolId: () => undefined,
    audit: () => undefined,
    onEnd: () => undefined,
  });
  const received: Frame[] = [];
  session.receive((frame) => void received.push(frame));
  const post = (response: ServerResponse, frame: Frame): void =>
    session.post({ frames: [frame], isBatch: false, form: 'events', requestId: '' }, response);
  return { session, received, post };
}

const PROGRESS = createNotification('notifications/progress', { progressToken: 'p', progress: 1 });

it.each([
  ['is cancelled', createNotification('notifications/cancelled', { requestId: 1 }), []],
  ['goes on', createNotification('other'), [PROGRESS, createRequest('q', 'roots/list'), createResponse(1, '{}')]],
])('a session keeps no stream for a client that hung up before it saw one, where its request %s', async (...given) => {
  const [, then, sent] = given;
  const { session, post } = openSession();
  const response = await openResponse();
  post(response, createRequest(1, 'slow'));
  await close(response);
  post(await openResponse(), then);
  for (const frame of sent) session.send(frame, 1);
  expect(session.isOpen(1)).toBe(false);
  expect(session.resume('1-0', await openResponse())).toBe(false);
});

it('a session takes the messages of a client that hung up already, and is not in use by it', async () => {
  const { session, received, post } = openSession();
  const response = await openResponse();
  await close(response);
  const [note, request] = [createNotification('note'), createRequest(1, 'ping')];
  post(response, note);
  expect(session.isInUse).toBe(false);
  post(response, request);
  session.send(createResponse(1, '{}'));
  expect(session.isInUse).toBe(false);
  expect(received).toEqual([note, request]);
});

it('the reply to a stateless request tells of a client that hung up already, but not at once', async () => {
  const response = await openResponse();
  await close(response);
  const seen: string[] = [];
  new StatelessHttpReply({ response, form: 'events', maxUnsentBytes: 1000 }).onGone(() => void seen.push('gone'));
  seen.push('begun');
  await Promise.resolve();
  expect(seen).toEqual(['begun', 'gone']);
});
