import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { fixturePath } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createTestFolder, untilState } from '../../test/fakes/create-test-folder.ts';
import { createFolderFront, type FrontAddress } from './create-folder-front.ts';

const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
};

/** One request to a front; gives the status, and the answer where there is one. */
function post(
  { url, token }: FrontAddress,
  message: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly session: string; readonly text: string }> {
  const all = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('close', () =>
        resolve({ status: response.statusCode ?? 0, session: String(response.headers['mcp-session-id'] ?? ''), text }),
      );
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }));
  });
}

async function connect(address: FrontAddress): Promise<(message: object) => Promise<string>> {
  const { session } = await post(address, INITIALIZE);
  return async (message) => (await post(address, message, { 'mcp-session-id': session })).text;
}

const call = (tool: string): object => ({
  method: 'tools/call',
  params: { name: tool, arguments: { text: 'hello there' } },
});

describe('the front of a folder', () => {
  it('serves the tools of the one yard to who has the token', async () => {
    const folder = (await createTestFolder()).open();
    const address = await folder.openFront({ mayAsk: true });
    expect(address.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const send = await connect(address);
    expect(await send({ method: 'tools/list' })).toContain('"it__echo"');
    expect(await send(call('it__echo'))).toContain('hello there');
    expect(await folder.openFront({ mayAsk: false })).toEqual(address);
    const { yard } = await folder.openYard({ mayAsk: false });
    expect(yard.server('it')?.state).toBe('running');
  });

  it('lets in nobody without the token, from another host name or from a page', async () => {
    const folder = (await createTestFolder()).open();
    const address = await folder.openFront({ mayAsk: true });
    expect(address.token).toHaveLength(43);
    const statusOf = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await post(address, INITIALIZE, headers)).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ authorization: '' })).toBe(401);
    expect(await statusOf({ authorization: `Bearer ${address.token.slice(1)}` })).toBe(401);
    expect(await statusOf({ host: 'evil.example' })).toBe(403);
    expect(await statusOf({ origin: 'https://evil.example' })).toBe(403);
  });

  it('asks for approval where somebody can be asked, and does not listen before', async () => {
    const made = await createTestFolder();
    const folder = made.open();
    await expect(folder.openFront({ mayAsk: false })).rejects.toMatchObject({ code: 'config-not-approved' });
    const untrusted = made.open({ isTrusted: false });
    await expect(untrusted.openFront({ mayAsk: true })).rejects.toMatchObject({ code: 'config-not-approved' });
    await untilState(folder, ({ needsServerApproval }) => needsServerApproval);
    await expect(folder.openFront({ mayAsk: true })).resolves.toBeDefined();
    await untilState(folder, ({ needsServerApproval }) => !needsServerApproval);
  });

  it('has an address and a token of its own in each window, and goes on when the window with the servers is closed', async () => {
    const made = await createTestFolder();
    const [first, second] = [made.open(), made.open()];
    const addresses = [await first.openFront({ mayAsk: true }), await second.openFront({ mayAsk: true })] as const;
    expect(addresses[0].url).not.toBe(addresses[1].url);
    expect((await post({ ...addresses[1], token: addresses[0].token }, INITIALIZE)).status).toBe(401);
    expect((await second.openYard({ mayAsk: false })).isJoined).toBe(true);
    const send = await connect(addresses[1]);
    expect(await send(call('it__echo'))).toContain('hello there');
    await first.close();
    expect(await send(call('it__echo'))).toContain('hello there');
    await expect(post(addresses[0], INITIALIZE)).rejects.toThrow('ECONNREFUSED');
  });

  it('ends with the folder at once, also during a call', async () => {
    const made = await createTestFolder();
    const record = join(made.home, 'calls.jsonl');
    const env = { RECORD: record, RELEASE: join(made.home, 'never') };
    const it = { command: process.execPath, args: [fixturePath('records-calls.mjs')], env };
    await writeFile(join(made.path, 'toolyard.json'), JSON.stringify({ mcpServers: { it } }));
    const folder = made.open();
    const address = await folder.openFront({ mayAsk: true });
    const send = await connect(address);
    const calling = send(call('it__slow')).catch((error: unknown) => String(error));
    await expect.poll(() => existsSync(record), { timeout: 10_000 }).toBe(true);
    const since = performance.now();
    await folder.close();
    expect(performance.now() - since).toBeLessThan(4000);
    expect(await calling).not.toContain('"result"');
    await expect(post(address, INITIALIZE)).rejects.toThrow('ECONNREFUSED');
    await expect(folder.openFront({ mayAsk: true })).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('is another one where another file counts for the folder', async () => {
    const made = await createTestFolder();
    const folder = made.open();
    const before = await folder.openFront({ mayAsk: true });
    await rename(join(made.path, 'toolyard.json'), join(made.path, '.mcp.json'));
    const after = await folder.openFront({ mayAsk: true });
    expect(after.url).not.toBe(before.url);
    expect(await (await connect(after))(call('it__echo'))).toContain('hello there');
    await expect(post(before, INITIALIZE)).rejects.toThrow('ECONNREFUSED');
  });

  it('listens no more once it is closed, also where another file has just come to count', async () => {
    const made = await createTestFolder();
    const used = await made.open().openYard({ mayAsk: true });
    const other = { ...used, place: { ...used.place, file: join(made.path, 'other.json') } };
    const opened = [used, other];
    const yard = { open: async () => opened.shift() ?? other, current: () => undefined };
    const front = createFolderFront({ host: made.host, shown: { write: () => undefined } }, () => yard);
    await front.open({ mayAsk: true });
    const opening = front.open({ mayAsk: true }).then(
      ({ url }) => url,
      (error: unknown) => String(error),
    );
    // The first one is being closed by now.
    await Promise.resolve();
    await Promise.resolve();
    await front.close();
    expect(await opening).toContain('The folder was closed');
  });
});
