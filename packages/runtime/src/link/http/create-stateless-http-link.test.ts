import { createNotification, createRequest, type Frame } from '@toolyard/core';
import {
  createFakeClock,
  createFakeRequester,
  createMemoryLog,
  createReply,
  createWrittenBody,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createUrlLinkStarter } from './create-url-link-starter.ts';

/** A link to a server that has refused a call, and is still sending the reason for that. */
async function openRefused() {
  const reason = createWrittenBody();
  const requester = createFakeRequester(() => createReply(500, reason.body));
  const starter = createUrlLinkStarter({ requester, clock: createFakeClock(), log: createMemoryLog() });
  const definition = { key: 'far', transport: 'http', url: 'http://server.test:81/mcp', headers: {} } as const;
  const link = await starter.start(definition, new AbortController().signal, '2026-07-28');
  const received: Frame[] = [];
  link.receive((frame) => void received.push(frame));
  void link.send(createRequest(2, 'tools/call', { name: 'echo' }));
  reason.write('half of the');
  await waitUntil(() => reason.taken === 1);
  return { link, reason, received, isGivenUp: () => requester.requests[0]?.signal.aborted };
}

describe('a refusal that is still being read', () => {
  it('is given up when the link is closed', async () => {
    const { link, isGivenUp } = await openRefused();
    await link.close();
    expect(isGivenUp()).toBe(true);
  });

  it('is given up when its request is cancelled', async () => {
    const { link, isGivenUp } = await openRefused();
    void link.send(createNotification('notifications/cancelled', { requestId: 2 }));
    expect(isGivenUp()).toBe(true);
  });

  it('still refuses where it breaks off', async () => {
    const { reason, received } = await openRefused();
    reason.breakOff();
    await waitUntil(() => received.length === 1);
    expect(received[0]?.value('error')).toMatchObject({
      code: -32000,
      message: expect.stringContaining('The server could not answer (server.test:81 answered 500'),
    });
  });
});
