import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { createFolder, fixture, startToolyard, type Running } from './run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
let marker = '';
beforeEach(async () => {
  marker = `marker-${process.pid}-${Math.random().toString(36).slice(2)}`;
  place = await createFolder({ echo: fixture('echo', marker) });
});
afterEach(() => place.remove());

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

function say(running: Running, message: unknown): void {
  running.child.stdin.write(`${JSON.stringify(message)}\n`);
}

async function serveAndList(words: readonly string[] = ['serve']): Promise<Running> {
  const program = words.length === 0 ? 'mcp-simple-aggregator' : 'toolyard';
  const running = startToolyard([...words, '--config', place.file], { cwd: place.folder, program });
  say(running, INITIALIZE);
  await running.saw('stdout', '"id":1');
  say(running, { jsonrpc: '2.0', method: 'notifications/initialized' });
  say(running, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
  await running.saw('stdout', '"id":2');
  expect(findProcesses(marker)).not.toEqual([]);
  return running;
}

describe('toolyard serve', () => {
  it.each([
    ['stdin ends', (running: Running) => running.child.stdin.end(), 0],
    ['SIGTERM comes', (running: Running) => running.child.kill('SIGTERM'), 0],
    ['SIGINT comes', (running: Running) => running.child.kill('SIGINT'), 130],
  ])('stops its servers and ends when %s', async (_when, end, expected) => {
    // One that has to be forced.
    await writeFile(
      place.file,
      JSON.stringify({ mcpServers: { echo: fixture('echo', marker), stubborn: fixture('ignores-end', marker) } }),
    );
    const running = await serveAndList();
    end(running);
    const { code, stdout, stderr } = await running.finished;
    expect({ code, stderr }).toEqual({ code: expected, stderr: '' });
    for (const line of stdout.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(findProcesses(marker)).toEqual([]);
  });

  it('ends at once on a second signal, and leaves no process behind then either', async () => {
    const running = await serveAndList();
    running.child.kill('SIGTERM');
    running.child.kill('SIGINT');
    expect((await running.finished).code).not.toBeNull();
    await waitUntil(() => findProcesses(marker).length === 0);
  });

  it('ends when nobody reads its output any more', async () => {
    const running = await serveAndList();
    running.child.stdout.destroy();
    say(running, { jsonrpc: '2.0', id: 3, method: 'tools/list' });
    expect((await running.finished).code).toBe(0);
  });

  it('tells name, version and naming that it was given', async () => {
    const running = await serveAndList(['serve', '--name', 'mine', '--version', '9.9.9', '--naming', 'dot']);
    running.child.stdin.end();
    const { stdout } = await running.finished;
    expect(stdout).toContain('"serverInfo":{"name":"mine","version":"9.9.9"');
    expect(stdout).toContain('"name":"echo.add"');
  });

  it('logs everything with its time where that is wanted', async () => {
    const running = await serveAndList(['serve', '--debug']);
    running.child.stdin.end();
    const { stderr } = await running.finished;
    expect(stderr).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z debug /m);
  });
});

describe('mcp-simple-aggregator', () => {
  it('is the same gateway with names of its own', async () => {
    const running = await serveAndList([]);
    running.child.stdin.end();
    const { code, stdout } = await running.finished;
    expect(code).toBe(0);
    expect(stdout).toContain('"serverInfo":{"name":"mcp-simple-aggregator","version":"1.0.0"');
    expect(stdout).toContain('"name":"echo:add"');
  });
});
