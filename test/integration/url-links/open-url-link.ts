import { createNodeHttpRequester, systemClock } from '@toolyard/node';
import { createUrlLinkStarter } from '@toolyard/runtime';
import { createMemoryLog, createTestClient, type MemoryLog, type TestClient } from '@toolyard/testing';
import type { Link } from '@toolyard/core';
import { onTestFinished } from 'vitest';

/** A client on a link to a URL, over a real network. */
export interface UrlClient {
  readonly link: Link;
  readonly client: TestClient;
  readonly log: MemoryLog;
}

/** Reaches a URL; all of it is gone after the test. */
export async function openUrlLink(
  url: string,
  transport: 'auto' | 'http' | 'sse' = 'auto',
  headers: Readonly<Record<string, string>> = {},
): Promise<UrlClient> {
  const requester = createNodeHttpRequester();
  const log = createMemoryLog();
  const starter = createUrlLinkStarter({ requester, clock: systemClock, log });
  const link = await starter.start({ key: 'far', transport, url, headers }, new AbortController().signal);
  onTestFinished(async () => {
    await link.close();
    requester.close();
  });
  return { link, client: createTestClient(link), log };
}
