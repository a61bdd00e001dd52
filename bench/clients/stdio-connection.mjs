// A raw MCP connection over stdio: no SDK, so that the same little work stands before every row.
import { once } from 'node:events';
import { readLines } from '../yardsticks/read-lines.mjs';
import { startProcess } from './start-process.mjs';

/** Starts a command and speaks to it; `request` resolves with the whole answer, `onNotification` hears the rest. */
export function openStdioConnection({ command, args, env, cwd, onNotification = () => undefined }) {
  const { child, end } = startProcess({ command, args, env, cwd }, { stdio: ['pipe', 'pipe', 'ignore'] });
  const open = new Map();
  let nextId = 1;

  child.stdin.on('error', () => undefined);
  readLines(child.stdout, (line) => {
    const message = JSON.parse(line);
    if (message.id === undefined) onNotification(message);
    else {
      open.get(message.id)?.resolve(message);
      open.delete(message.id);
    }
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
      const timer = setTimeout(end, 3000);
      await closed;
      clearTimeout(timer);
    },
  };
}
