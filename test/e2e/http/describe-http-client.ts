import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createYardFolder, fixture } from '../harness/create-yard-folder.ts';
import type { HttpClient } from './sdk-http-clients.ts';
import { startHttp } from './start-http.ts';

/** What a client of the SDK that connects this way can do. */
export function describeHttpClient(name: string, connect: (url: string) => Promise<HttpClient>): void {
  describe(name, () => {
    async function setUp() {
      const place = createYardFolder(
        { full: fixture('full'), echo: fixture('echo'), cancel: fixture('records-cancel') },
        { listWaitMs: 30_000 },
      );
      const { url } = await startHttp(place);
      return connect(url);
    }

    it('lists, calls, reads and gets', async () => {
      const client = await setUp();
      const tools = await client.listTools();
      expect(tools).toContain('full__progress');
      expect(tools).toContain('echo__echo');
      expect(await client.call('echo__echo', { text: 'hello' })).toMatchObject({ content: [{ text: 'hello' }] });
      expect(await client.readResource('note://full/one')).toMatchObject({
        contents: [{ text: 'text of note://full/one' }],
      });
      expect(await client.getPrompt('full__greet', { who: 'Ada' })).toMatchObject({ description: 'A greeting' });
    });

    // Where reports and answer come in one piece, the SDK's SSE client drops the reports; "cancels" has one that comes alone.
    const itOverHttp = name.endsWith('SSE') ? () => undefined : it;
    itOverHttp('is told of progress', async () => {
      const client = await setUp();
      await client.listTools();
      const progress: unknown[] = [];
      await client.call('full__progress', {}, { onProgress: (report) => progress.push(report) });
      expect(progress).toMatchObject([{ progress: 1 }, { progress: 2 }, { progress: 3, message: 'step 3' }]);
    });

    it('is told of logs and resources', async () => {
      const client = await setUp();
      await client.listTools();
      await client.setLevel('error');
      await client.call('full__log');
      await waitUntil(() => client.notifications.length === 4);
      expect(client.notifications[0]).toMatchObject({ params: { level: 'error', logger: 'full' } });
      await client.subscribe('note://full/one');
      await client.call('full__touch', { uri: 'note://full/one' });
      await waitUntil(() => client.notifications.length === 5);
      expect(client.notifications[4]).toMatchObject({ params: { uri: 'note://full/one' } });
    });

    it('cancels', async () => {
      const client = await setUp();
      await client.listTools();
      const stop = new AbortController();
      const call = client.call(
        'cancel__wait',
        { n: 7 },
        { signal: stop.signal, onProgress: () => stop.abort('enough') },
      );
      await expect(call).rejects.toThrow();
      let seen: unknown = '';
      const look = async (): Promise<void> => void (seen = await client.call('cancel__cancelled'));
      while (!JSON.stringify(seen).includes('"n":7')) await look();
      expect(seen).toMatchObject({ structuredContent: { cancelled: [{ n: 7 }] } });
    });
  });
}
