import { startStatelessHttpServer } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runToolyard } from './cli/run-toolyard.ts';
import { createYardFolder, fixture, type YardFolder } from './harness/create-yard-folder.ts';
import { textOf, type RawClient } from './harness/raw-client.ts';
import { startGateway } from './harness/start-gateway.ts';
import { call, expectUsed, expectUsedAtUrl, place } from './harness/stateless-place.ts';

async function openClient(yard: YardFolder, capabilities: object = {}): Promise<RawClient> {
  const client = startGateway(yard);
  const clientInfo = { name: 'raw', version: '1' };
  await client.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  client.notify('notifications/initialized');
  return client;
}

describe('a server that knows no handshake', () => {
  it('is used, and started once', () => expectUsed({}));

  it('fails with "legacy", and says why', async () => {
    const yard = place('only', { era: 'legacy' });
    const { code, stderr } = await call(yard, 'far:echo');
    expect(code).toBe(1);
    expect(stderr).toContain('-32022');
    expect(yard.got()).not.toContain('server/discover');
  });

  it('asks a client of the handshake era, and gets its answer', async () => {
    const client = await openClient(place('only'), { elicitation: {} });
    const id = client.ask('tools/call', { name: 'far__ask', arguments: {} });
    const question = await client.saw(({ method }) => method === 'elicitation/create');
    expect(question.params).toMatchObject({ message: 'Who are you?' });
    client.send({ id: question.id, result: { action: 'accept', content: { name: 'Ada' } } });
    expect(textOf(await client.answerTo(id))).toBe('accept Ada sealed');
  });

  it('is told what a client cannot be asked, and its error reaches that client', async () => {
    const client = await openClient(place('only'));
    const { error } = await client.call('far__ask');
    expect(error).toEqual({
      code: -32021,
      message: 'The client cannot be asked',
      data: { requiredCapabilities: { elicitation: {} } },
    });
  });

  it('tells of changes of lists and of resources', async () => {
    const client = await openClient(place('only'));
    expect(await client.toolNames()).toContain('far__grow');
    await client.call('far__grow');
    await client.saw(({ method }) => method === 'notifications/tools/list_changed');
    expect(await client.toolNames()).toContain('far__grown-4');

    await client.list('resources/list', 'resources');
    expect((await client.request('resources/subscribe', { uri: 'note:1' })).result).toEqual({});
    await client.call('far__touch');
    const updated = await client.saw(({ method }) => method === 'notifications/resources/updated');
    expect(updated.params).toMatchObject({ uri: 'note:1' });
    const { result } = await client.request('resources/read', { uri: 'note:1' });
    expect(result).toMatchObject({ contents: [{ uri: 'note:1', text: 'a note' }] });
  });
});

describe('a server that knows both', () => {
  it.each([
    ['auto', 'server/discover'],
    ['legacy', 'initialize'],
  ])('is spoken to as "era": "%s" says', async (era, first) => {
    const yard = place('both', { era });
    expect(await call(yard, 'far:echo')).toMatchObject({ code: 0, stdout: '{}\n' });
    expect(yard.got()[1]).toBe(first);
    expect(yard.got()).not.toContain(first === 'initialize' ? 'server/discover' : 'initialize');
  });
});

describe('a server that ends when it is asked', () => {
  it('is started once more without a failure, and not asked the next time', async () => {
    const yard = place('ends');
    expect((await call(yard, 'far:echo')).code).toBe(0);
    const first = yard.got();
    expect(first.slice(0, 4)).toEqual(['start', 'server/discover', 'start', 'initialize']);
    expect((await call(yard, 'far:echo')).code).toBe(0);
    expect(yard.got().slice(first.length, first.length + 2)).toEqual(['start', 'initialize']);
  });

  it('fails with "2026-07-28"', async () => {
    const yard = place('ends', { era: '2026-07-28' });
    const { code, stderr } = await runToolyard(['test', 'far', '--config', yard.file], { cwd: yard.folder });
    expect(code).toBe(1);
    expect(stderr).toContain('exited with code 1');
    expect(yard.got()).not.toContain('initialize');
  });
});

describe('a server of the handshake era', () => {
  it('fails with "2026-07-28", and says what to do', async () => {
    const yard = createYardFolder({ far: { ...fixture('echo'), era: '2026-07-28' } });
    const { code, stderr } = await runToolyard(['test', 'far', '--config', yard.file], { cwd: yard.folder });
    expect(code).toBe(1);
    expect(stderr).toContain('it does not speak revision 2026-07-28, which its "era" requires');
    expect(stderr).toContain('Set "era" to "auto"');
  });
});

describe('a stateless server behind a URL', () => {
  it('is used', () => expectUsedAtUrl({}));

  it('that goes away and comes back is used again', async () => {
    const server = await startStatelessHttpServer();
    const yard = createYardFolder({ far: { url: server.url } }, { retryDelaysMs: [200, 2000, 4000] });
    const client = await openClient(yard);
    expect(await client.toolNames()).toEqual(['far__echo']);
    expect(textOf(await client.call('far__echo', { n: 1 }))).toBe('echo {"n":1}');
    await server.stop();
    await client.saw(({ method }) => method === 'notifications/tools/list_changed');
    const again = await startStatelessHttpServer({ port: server.port });
    onTestFinished(() => again.stop());
    for (;;) if ((await client.toolNames()).includes('far__echo')) break;
    expect(textOf(await client.call('far__echo', { n: 2 }))).toBe('echo {"n":2}');
  });
});
