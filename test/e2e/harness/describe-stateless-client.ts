import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttp } from '../http/start-http.ts';
import { createSharedFolder } from '../shared/shared-folder.ts';
import { createEnvironment, fixture, type Entry, type YardFolder } from './create-yard-folder.ts';
import { gatewayArgs } from './start-gateway.ts';

type Transport = StdioClientTransport | StreamableHTTPClientTransport;

function overStdio({ folder, file }: YardFolder, words: readonly string[] = []): Transport {
  const args = gatewayArgs(file, { words });
  const env = createEnvironment(folder);
  return new StdioClientTransport({ command: process.execPath, args, cwd: folder, env, stderr: 'ignore' });
}

/** Without a process between client and gateway, over a pipe and over HTTP. */
export const WAYS: readonly Way[] = [
  ['stdio', async (place) => overStdio(place)],
  ['HTTP', async (place) => new StreamableHTTPClientTransport(new URL((await startHttp(place)).url))],
];

/** Through a pipe to a process in the background. */
export const PIPED: Way = ['stdio, piped to a yard in the background', async (place) => overStdio(place, ['--shared'])];

type Way = readonly [name: string, open: (place: YardFolder) => Promise<Transport>];

/** What a client of the stateless revision that connects this way can do. */
export function describeStatelessClient([name, open]: Way): void {
  describe(`the SDK client of 2026-07-28 over ${name}`, () => {
    async function connect(servers: Readonly<Record<string, Entry>>): Promise<Client> {
      const client = new Client(
        { name: 'e2e', version: '1' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: { elicitation: { form: {} } } },
      );
      await client.connect(await open(createSharedFolder(servers)));
      onTestFinished(() => client.close());
      return client;
    }

    it('lists, calls, reads and gets', async () => {
      const client = await connect({ full: fixture('full'), echo: fixture('echo') });
      expect(client.getServerVersion()).toMatchObject({ name: 'toolyard' });
      const tools = (await client.listTools()).tools.map(({ name }) => name);
      expect(tools).toEqual(expect.arrayContaining(['full__progress', 'echo__echo']));
      const calls = ['a', 'b', 'c'].map((text) => client.callTool({ name: 'echo__echo', arguments: { text } }));
      expect(await Promise.all(calls)).toMatchObject(['a', 'b', 'c'].map((text) => ({ content: [{ text }] })));
      expect(await client.readResource({ uri: 'note://full/one' })).toMatchObject({ contents: [{}] });
      expect(await client.getPrompt({ name: 'full__greet', arguments: { who: 'Ada' } })).toMatchObject({
        messages: [{}],
      });
      await expect(client.callTool({ name: 'none' })).rejects.toMatchObject({ code: -32602 });
    });

    // Where reports and answer come in one piece, the SDK's stdio client drops the reports; "cancels" has one that comes alone.
    const itOverHttp = name === 'HTTP' ? it : () => undefined;
    itOverHttp('is told of progress', async () => {
      const client = await connect({ full: fixture('full') });
      await client.listTools();
      const progress: unknown[] = [];
      await client.callTool({ name: 'full__progress' }, { onprogress: (report) => void progress.push(report) });
      expect(progress).toMatchObject([{ progress: 1 }, { progress: 2 }, { progress: 3, message: 'step 3' }]);
    });

    it('cancels', async () => {
      const client = await connect({ cancel: fixture('records-cancel') });
      await client.listTools();
      const stop = new AbortController();
      const call = client.callTool(
        { name: 'cancel__wait', arguments: { n: 7 } },
        { signal: stop.signal, onprogress: () => stop.abort('enough') },
      );
      await expect(call).rejects.toThrow();
      let seen: unknown = '';
      while (!JSON.stringify(seen).includes('"n":7')) seen = await client.callTool({ name: 'cancel__cancelled' });
      expect(seen).toMatchObject({ structuredContent: { cancelled: [{ n: 7 }] } });
    });

    it('listens for resources', async () => {
      const client = await connect({ full: fixture('full') });
      await client.listTools();
      const updated: unknown[] = [];
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
      const subscription = await client.listen({ resourceSubscriptions: ['note://full/one'] });
      await client.callTool({ name: 'full__touch', arguments: { uri: 'note://full/one' } });
      await waitUntil(() => updated.length > 0, 20_000);
      expect(updated).toEqual(['note://full/one']);
      await subscription.close();
    });

    it('is asked, and its answer reaches the server', async () => {
      const client = await connect({ asks: fixture('asks') });
      await client.listTools();
      const asked: unknown[] = [];
      client.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params.message);
        return { action: 'accept', content: { answer: `to ${params.message}` } };
      });
      for (const question of ['one', 'two']) {
        const result = await client.callTool({ name: 'asks__ask', arguments: { question } });
        expect(JSON.stringify(result)).toContain(`to ${question}`);
      }
      expect(asked).toEqual(['one', 'two']);
    });

    it('is asked by a server of its own session, in several calls at once', async () => {
      const client = await connect({ asks: { ...fixture('asks'), sharing: 'per-session' } });
      await client.listTools();
      client.setRequestHandler('elicitation/create', ({ params }) => ({
        action: 'accept',
        content: { answer: `to ${params.message}` },
      }));
      const questions = ['one', 'two', 'three'];
      const calls = questions.map((question) => client.callTool({ name: 'asks__ask', arguments: { question } }));
      const results = (await Promise.all(calls)).map((result) => JSON.stringify(result));
      expect(results).toEqual(questions.map((question) => expect.stringContaining(`to ${question}`)));
    });
  });
}
