import { createScriptedModel, startCpuClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { openTestConversation } from './open-test-conversation.ts';

const MOST_MS_PER_KILOBYTE = 5;

it('a streamed kilobyte costs at most 5 ms of processor time', async () => {
  const text = 'words'.repeat(80_000);
  const opened = await openTestConversation(createScriptedModel([{ text: 'warm' }, { text }]));
  await opened.ask();
  const cpuMs = startCpuClock();
  const events = await opened.ask();
  const kilobytes = events.reduce((sum, event) => sum + (event.type === 'text' ? event.text.length : 0), 0) / 1000;
  expect(kilobytes).toBe(400);
  expect(cpuMs() / kilobytes).toBeLessThan(MOST_MS_PER_KILOBYTE);
});
