import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createFolder, ROOT } from './run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  place = await createFolder();
});
afterEach(() => place.remove());

describe('npm start', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves nothing running when npm gets %s', async (signal) => {
    // Everything is built already; in a clone the scripts before it do that.
    const words = ['start', '--ignore-scripts', '--', '--port', '0', '--config', place.file];
    const npm = spawn('npm', words, { cwd: ROOT, env: { ...process.env, HOME: place.folder }, detached: true });
    onTestFinished(() => killGroup(npm.pid));
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    npm.stderr.resume();
    await waitUntil(() => output.includes('Press Ctrl-C to stop.'), 60_000);
    // npm, what it started and that one's children have the pipe, which closes with the last of them.
    const closed = once(npm, 'close');
    npm.kill(signal);
    await closed;
    expect(output).toContain('Stopping.\n');
  });
});

function killGroup(group: number | undefined): void {
  try {
    if (group !== undefined) process.kill(-group, 'SIGKILL');
  } catch {
    // Nobody of it is left, as it should be.
  }
}
