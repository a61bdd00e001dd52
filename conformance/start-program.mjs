import { spawn } from 'node:child_process';
import { once } from 'node:events';

const START_LIMIT_MS = 30_000;
const END_LIMIT_MS = 10_000;

/** Starts a script of Node, and waits until it has told its URL on the stream; `stop` ends it. */
export async function startProgram(args, { stream, pattern, ...options }) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
    await ended;
    clearTimeout(timer);
  };
  try {
    return { url: await readUrl(child, stream, pattern), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readUrl(child, stream, pattern) {
  return new Promise((resolve, reject) => {
    let told = '';
    const fail = (why) => reject(new Error(`${child.spawnargs.slice(1).join(' ')} ${why}. It said:\n${told.trim()}`));
    const timer = setTimeout(() => fail(`told no URL within ${START_LIMIT_MS / 1000} s`), START_LIMIT_MS);
    const take = (name) => (text) => {
      told += text;
      const url = name === stream ? pattern.exec(told)?.[1] : undefined;
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout.setEncoding('utf8').on('data', take('stdout'));
    child.stderr.setEncoding('utf8').on('data', take('stderr'));
    child.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}
