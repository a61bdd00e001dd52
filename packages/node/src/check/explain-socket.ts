import { lstat } from 'node:fs/promises';
import { ToolyardError } from '@toolyard/core';
import { hasTrustedSocket } from '../socket/check-socket-place.ts';
import { isAnswered } from '../socket/connect-socket.ts';
import { isPipe } from '../socket/socket-path-of.ts';

/** What stands where a yard listens. */
export type SocketState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'running' }
  | { readonly kind: 'left-over' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Looks at the place where the yard of a configuration listens; changes nothing of it. */
export async function explainSocket(path: string): Promise<SocketState> {
  try {
    if (!isPipe(path) && !(await hasTrustedSocket(path))) return { kind: 'nothing' };
    if (await isAnswered(path)) return { kind: 'running' };
  } catch (error) {
    if (ToolyardError.is(error)) return { kind: 'refused', reason: error.message };
    throw error;
  }
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  return { kind: isThere ? 'left-over' : 'nothing' };
}
