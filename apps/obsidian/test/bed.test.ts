import type * as childProcess from 'node:child_process';
import type * as fs from 'node:fs';
import type * as net from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { describeWindows } from './bed/describe-windows.ts';

/** What a window has of Node. */
interface WithNode {
  require(name: 'node:child_process'): typeof childProcess;
  require(name: 'node:events'): { once: typeof once };
  require(name: 'node:fs'): typeof fs;
  require(name: 'node:net'): typeof net;
  require(name: string): unknown;
}

await describeWindows((open) => {
  it('gives a page the output and the end of a process', async () => {
    const { page } = await open({ notes: {} });
    const heard = await page.evaluate(async () => {
      const { spawn } = (window as unknown as WithNode).require('node:child_process');
      const child = spawn('/bin/sh', ['-c', 'read line; echo "heard $line"; exit 3']);
      let text = '';
      child.stdout.on('data', (bytes: Uint8Array) => (text += new TextDecoder().decode(bytes)));
      child.stdin.end('you\n');
      const code = await new Promise((resolve) => child.once('close', resolve));
      return { text, code, isNumber: typeof child.pid === 'number' };
    });
    expect(heard).toEqual({ text: 'heard you\n', code: 3, isNumber: true });
  });

  it('calls synchronously, throws what Node throws, and writes into the bytes of the page', async () => {
    const { page } = await open({ notes: { 'note.md': 'text' } });
    const read = await page.evaluate(() => {
      const { openSync, readSync, closeSync, readFileSync } = (window as unknown as WithNode).require('node:fs');
      const bytes = new Uint8Array(4);
      const file = openSync('/proc/self/comm', 'r');
      const count = readSync(file, bytes, 0, 4, 0);
      closeSync(file);
      try {
        readFileSync('/nowhere');
      } catch (error) {
        const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
        return { count, text: new TextDecoder().decode(bytes), code };
      }
      return undefined;
    });
    expect(read).toEqual({ count: 4, text: 'node', code: 'ENOENT' });
  });

  it('lets nothing happen in Node while a script runs', async () => {
    const { page } = await open({ notes: {} });
    const isHeard = await page.evaluate(async () => {
      const node = window as unknown as WithNode;
      const server = node.require('node:net').createServer().listen(0, '127.0.0.1');
      // Long enough for the event to come and go, if it could.
      for (const until = performance.now() + 200; performance.now() < until;);
      await node.require('node:events').once(server, 'listening');
      server.close();
      return true;
    });
    expect(isHeard).toBe(true);
  });

  it('tells an object of Node by its class', async () => {
    const { page } = await open({ notes: {} });
    const found = await page.evaluate(() => {
      const { Socket, Server } = (window as unknown as WithNode).require('node:net');
      const socket: unknown = new Socket();
      return [socket instanceof Socket, socket instanceof Server];
    });
    expect(found).toEqual([true, false]);
  });

  it('has no builtin that the plugin does not need', async () => {
    const { page } = await open({ notes: {} });
    const requiring = page.evaluate(() => (window as unknown as WithNode).require('node:dgram'));
    await expect(requiring).rejects.toThrow('The plugin has no module "node:dgram".');
  });

  it('ends with its window', async () => {
    const { page, node } = await open({ notes: {} });
    const ended = once(node, 'exit');
    await page.close();
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
});
