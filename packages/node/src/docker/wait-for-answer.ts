import * as http from 'node:http';
import * as https from 'node:https';
import { systemDelay } from '../clock/system-delay.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
const HOLD_MS = 2000;

/**
 * Resolves when a server answers at the address, whatever it says; rejects when the signal is aborted.
 *
 * A connection alone proves nothing: the engine's own proxy takes every one, and drops it where nobody listens behind it.
 */
export async function waitForAnswer(url: string, signal: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted();
    if (await answers(url, signal)) return;
    await systemDelay(pause, signal);
  }
}

/** Whether there is an answer, or at least someone who holds the connection. */
function answers(url: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    // Nothing that matters is sent; whether the certificate is good is for the real connection to say.
    const options = { method: 'OPTIONS', agent: false, signal, rejectUnauthorized: false };
    const sent = url.startsWith('https:') ? https.request(url, options) : http.request(url, options);
    let isConnected = false;
    sent.once('socket', (socket) => socket.once('connect', () => (isConnected = true)));
    const timer = setTimeout(() => finish(isConnected), HOLD_MS);
    const finish = (isThere: boolean): void => {
      clearTimeout(timer);
      resolve(isThere);
      sent.destroy();
    };
    sent.once('response', () => finish(true));
    // What speaks, but not HTTP, is a server too: the link will say what is wrong with it.
    sent.on('error', (error) => finish('code' in error && String(error.code).startsWith('HPE_')));
    sent.end();
  });
}
