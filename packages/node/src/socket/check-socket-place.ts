import { chmod, lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { makeFolder } from '../file/make-folder.ts';
import { MAX_SOCKET_PATH } from './socket-path-of.ts';

const ADVICE = 'Remove it, or ask an administrator to';

/** Makes the folder of a socket, for the user alone; rejects with `socket-refused` where it cannot be trusted. */
export async function prepareSocketFolder(path: string): Promise<void> {
  checkLength(path);
  try {
    makeFolder(dirname(path));
  } catch (error) {
    const why = `could not be created: ${toMessage(error)}. Make the folder above it writable.`;
    const message = `The folder of the socket, ${dirname(path)}, ${why}`;
    throw new ToolyardError('socket-unavailable', message, { cause: error });
  }
  await checkFolder(dirname(path));
}

/** Whether a socket lies at the path; rejects with `socket-refused` where it, or its folder, cannot be trusted. */
export async function hasTrustedSocket(path: string): Promise<boolean> {
  checkLength(path);
  if (!(await checkFolder(dirname(path)))) return false;
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return false;
  if (!stats.isSocket()) throw refuse(path, 'is not a socket');
  if (stats.uid !== process.getuid?.()) throw refuse(path, `belongs to another user (${stats.uid})`);
  return true;
}

async function checkFolder(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  if (stats === undefined) return false;
  if (stats.isSymbolicLink()) throw refuse(folder, 'is a link');
  if (!stats.isDirectory()) throw refuse(folder, 'is not a folder');
  if (stats.uid !== process.getuid?.()) throw refuse(folder, `belongs to another user (${stats.uid})`);
  if ((stats.mode & 0o077) !== 0) await chmod(folder, 0o700);
  return true;
}

function checkLength(path: string): void {
  const length = Buffer.byteLength(path);
  if (length <= MAX_SOCKET_PATH) return;
  const message = `The path of the socket, ${path}, is too long (${length} bytes, at most ${MAX_SOCKET_PATH}). Choose a shorter one.`;
  throw new ToolyardError('socket-unavailable', message);
}

function refuse(place: string, reason: string): ToolyardError {
  const message = `The running Toolyard cannot be reached safely: ${place} ${reason}, so whoever made it could listen in. ${ADVICE}.`;
  return new ToolyardError('socket-refused', message);
}
