import { createErrorResponse } from '@toolyard/core';
import { createStdioLink } from '@toolyard/front';
import { systemClock } from '@toolyard/node';
import type { Terminal } from '../terminal/terminal.ts';

/** A client asks when it has started its server, so its first request is there already. */
const ASKED_WITHIN_MS = 300;

const INTERNAL_ERROR = -32603;

/** Answers the first request of a client that cannot be served with the reason, since few clients show stderr. */
export async function refuseClient(
  { stdin, stdout }: Pick<Terminal, 'stdin' | 'stdout'>,
  message: string,
  limitMs: number = ASKED_WITHIN_MS,
): Promise<void> {
  if (stdin.isTTY === true) return;
  const client = createStdioLink({ stdin, stdout, onNoise: () => undefined });
  let stopClock = (): void => undefined;
  const nobodyAsks = new Promise<void>((resolve) => (stopClock = systemClock.after(limitMs, resolve)));
  const asked = new Promise<void>((resolve) =>
    client.receive(({ id, isRequest }) => {
      if (!isRequest || id === undefined) return undefined;
      resolve();
      return client.send(createErrorResponse(id, { code: INTERNAL_ERROR, message }));
    }),
  );
  await Promise.race([asked, nobodyAsks, client.closed]);
  stopClock();
  await client.close();
}
