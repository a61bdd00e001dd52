// A raw MCP client over stdio: no SDK, so that the same little work stands before every row.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a command and speaks to it; `request` resolves with the whole answer. */
export function createStdioClient({ command, args, env, cwd }) {
  const child = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  const open = new Map();
  let parts = [];
  let nextId = 1;

  child.stdin.on('error', () => undefined);
  child.on('error', () => undefined);
  child.stdout.on('data', (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, at));
      const message = JSON.parse(Buffer.concat(parts).toString());
      parts = [];
      from = at + 1;
      open.get(message.id)?.resolve(message);
      open.delete(message.id);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  });
  child.on('close', () => {
    for (const { reject } of open.values()) reject(new Error(`${command} ${args.join(' ')} ended`));
  });

  return {
    pid: child.pid,
    notify: (method) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`),
    request(method, params) {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        open.set(id, { resolve, reject });
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      });
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
      await closed;
      clearTimeout(timer);
    },
  };
}
