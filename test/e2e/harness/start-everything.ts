import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from './create-yard-folder.ts';

/** A server of the protocol's own makers that runs by itself, outside of Toolyard. */
export interface OutsideServer {
  readonly pid: number;
  readonly url: string;
  /** Ends it the hard way. */
  kill(): Promise<void>;
}

/** Starts `server-everything` on loopback; resolves when it listens. It is gone after the test. */
export async function startEverything(mode: 'streamableHttp' | 'sse', port?: number): Promise<OutsideServer> {
  const chosen = port ?? (await findFreePort());
  const script = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
  const env = { PATH: process.env['PATH'] ?? '', PORT: String(chosen) };
  const child = spawn(process.execPath, [script, mode], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  await sawPort(child, chosen);
  const path = mode === 'sse' ? 'sse' : 'mcp';
  return { pid: child.pid ?? Number.NaN, url: `http://127.0.0.1:${chosen}/${path}`, kill };
}

function sawPort(child: ChildProcess, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes(`on port ${port}`)) resolve();
    });
    child.once('close', () => reject(new Error(`It did not listen: ${text}`)));
  });
}

/** A port that was free a moment ago. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}
