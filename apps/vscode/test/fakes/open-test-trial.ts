import { waitUntil } from '@toolyard/testing';
import { onTestFinished } from 'vitest';
import { createTrySession, type TrySession } from '../../src/try/create-try-session.ts';
import type { KeptTrial } from '../../src/try/kept-trial.ts';
import { TRY_PROTOCOL, type TryHostMessage, type TryView } from '../../src/try/protocol.ts';
import type { ServerParts } from '../../src/servers/server-parts.ts';

/** A form to try a tool, whose page is a test. */
export interface TestTrial {
  readonly session: TrySession;
  readonly posted: readonly TryHostMessage[];
  view(): TryView;
  /** The text that a reload would bring back. */
  kept(): string;
  send(message: Readonly<Record<string, unknown>> & { readonly type: string }): void;
  /** Resolves when what is shown is as the test wants it. */
  until(isTrue: (view: TryView) => boolean): Promise<TryView>;
  /** Presses Call, and waits for what comes of it. */
  call(): Promise<TryView>;
}

const WAIT_MS = 20_000;

/** Opens it; it is closed with the test. */
export async function openTestTrial(parts: ServerParts, start: KeptTrial): Promise<TestTrial> {
  const posted: TryHostMessage[] = [];
  const errors: unknown[] = [];
  let edit = 0;
  const session = createTrySession({
    parts,
    start,
    platform: 'linux',
    post: (message) => void posted.push(message),
    onError: (error) => void errors.push(error),
  });
  onTestFinished(() => session.close());
  const last = (): TryHostMessage => posted.at(-1) ?? fail('The form has not shown anything.');
  const trial: TestTrial = {
    session,
    posted,
    view: () => last().view,
    kept: () => last().kept,
    send(message) {
      edit += 1;
      session.receive({ protocol: TRY_PROTOCOL, edit, ...message });
    },
    async until(isTrue) {
      await waitUntil(() => errors.length > 0 || (posted.length > 0 && isTrue(last().view)), WAIT_MS);
      if (errors.length > 0) throw errors[0];
      return last().view;
    },
    async call() {
      trial.send({ type: 'call' });
      await trial.until(({ running }) => running !== undefined);
      return trial.until(({ running }) => running === undefined);
    },
  };
  trial.send({ type: 'ready' });
  await trial.until(() => true);
  return trial;
}

function fail(message: string): never {
  throw new Error(message);
}
