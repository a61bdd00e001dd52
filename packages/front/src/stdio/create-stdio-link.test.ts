import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { createRequest, type Frame } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { createStdioLink } from './create-stdio-link.ts';

function setUp(stdout: Writable = new PassThrough()) {
  const stdin = new PassThrough();
  const noise: string[] = [];
  const link = createStdioLink({ stdin, stdout, onNoise: (line) => noise.push(line) });
  return { stdin, stdout, noise, link };
}

describe('createStdioLink', () => {
  it('delivers the messages of stdin and reports other lines', async () => {
    const { stdin, noise, link } = setUp();
    const got = new Promise<Frame>((resolve) =>
      link.receive((frame) => {
        resolve(frame);
        return undefined;
      }),
    );
    stdin.write('hello\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect((await got).method).toBe('ping');
    expect(noise).toEqual(['hello']);
  });

  it('writes one line a message and nothing else', async () => {
    const stdout = new PassThrough();
    const { link } = setUp(stdout);
    void link.send(createRequest(1, 'ping'));
    void link.send(createRequest(2, 'ping'));
    await once(stdout, 'readable');
    const lines = String(stdout.read()).split('\n');
    expect(lines.map((line) => (line === '' ? line : JSON.parse(line)))).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
      '',
    ]);
  });

  it('ends with stdin', async () => {
    const { stdin, link } = setUp();
    link.receive(() => undefined);
    stdin.end();
    expect(await link.closed).toMatchObject({ expected: false, reason: 'closed its output' });
  });

  it('ends when nobody reads stdout any more', async () => {
    const broken = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    const { link } = setUp(broken);
    void link.send(createRequest(1, 'ping'));
    expect(await link.closed).toMatchObject({ expected: false, reason: expect.stringContaining('EPIPE') });
  });

  it('says that its end was expected where it was closed', async () => {
    const { link } = setUp();
    await link.close();
    expect(await link.closed).toMatchObject({ expected: true });
  });
});
