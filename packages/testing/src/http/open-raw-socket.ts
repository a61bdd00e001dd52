import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection to this machine that sends what it is given and goes on reading; destroyed when the test is over. */
export function openRawSocket(port: number, text: string | Uint8Array): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

/** All that is sent to a socket until it is closed. */
export async function readUntilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => void (text += part));
  await once(socket, 'close');
  return text;
}
