import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { TestFolder } from './create-test-folder.ts';

/** A window in another process. */
export interface FolderProcess {
  /** Resolves when it says that this is its duty. */
  until(duty: string): Promise<void>;
  /** Ends it without a chance to do anything more. */
  kill(): Promise<void>;
}

/** Opens a folder in a process of its own, which is killed with the test. */
export async function startFolderProcess({ home, path }: TestFolder): Promise<FolderProcess> {
  const program = join(home, 'window.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('folder-process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    conditions: ['@toolyard/source'],
    mainFields: ['module', 'main'],
    define: { 'import.meta.url': 'undefined' },
    logLevel: 'error',
  });
  const child = spawn(process.execPath, [program, home, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => kill(child));
  const heard: string[] = [];
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => heard.push(line));
  return {
    async until(duty) {
      const gone = once(child, 'exit').then(() => Promise.reject(new Error(`The window ended: ${heard.join(', ')}`)));
      while (!heard.includes(duty)) await Promise.race([once(lines, 'line'), gone]);
      gone.catch(() => undefined);
    },
    kill: () => kill(child),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
