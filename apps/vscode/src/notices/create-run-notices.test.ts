import type { RunRecord } from '@toolyard/hooks';
import type { HooksEvent } from '@toolyard/host/hooks';
import { createFakeClock, exampleRecord } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import type { Folder } from '../folder/folder.ts';
import type { Editor } from '../ports/editor.ts';
import { createRunNotices } from './create-run-notices.ts';

const EVENT = { id: 'e', name: 'manual', at: 0, context: {}, chain: [] } as const;
const RECORDED = { id: 'e', name: 'manual', at: '2026-11-15T10:00:00.000Z', context: {} } as const;

/** Notices whose buttons the test presses when it wants to. */
function open(members: Partial<Folder> = {}) {
  const clock = createFakeClock();
  const shown: { readonly text: string; press(button?: string): Promise<void> }[] = [];
  const done: string[] = [];
  let hear: (event: HooksEvent) => void = () => undefined;
  const notify: Editor['notify'] = (level, message, ...buttons) =>
    new Promise((resolve) => {
      const press = async (button?: string): Promise<void> => {
        resolve(buttons.find((each) => each === button));
        await new Promise((settled) => void setImmediate(settled));
      };
      shown.push({ text: `${level}: ${message} [${buttons.join(', ')}]`, press });
    });
  const folder = createFakeFolder(
    {},
    { onEvent: (listener) => ((hear = listener), () => (hear = () => undefined)), ...members },
  );
  const notices = createRunNotices({
    editor: { notify },
    clock,
    show: async (path, runs) => void done.push(`show ${path} ${runs.join(' ')}`),
    mention: (message) => void done.push(message),
    onError: (error) => void done.push(String(error)),
  });
  const stop = notices.watch(folder);
  const end = (change: Partial<RunRecord>, isMismatch = false): void =>
    hear({ type: 'run-ended', record: exampleRecord(change), isMismatch });
  const pass = async (): Promise<void> => {
    clock.advance(1000);
    await new Promise((settled) => void setImmediate(settled));
  };
  return {
    folder,
    shown,
    done,
    end,
    hear: (event: HooksEvent) => hear(event),
    pass,
    stop,
    clock,
    texts: () => shown.map(({ text }) => text),
  };
}

it('tells of one failure with its reason, within two seconds', async () => {
  const { end, pass, texts, done } = open();
  end({ status: 'error', name: 'Announce', reason: 'no such channel' });
  await pass();
  expect(texts()).toEqual(['error: Hook "Announce" failed: no such channel. [Retry, Show]']);
  expect(done).toEqual([]);
});

it('tells of failures that come together in one notice', async () => {
  const { end, pass, texts } = open();
  for (const hook of ['a', 'b', 'c', 'd', 'a']) end({ hook, status: 'timeout' });
  await pass();
  expect(texts()).toEqual(['error: 4 hooks failed: "a", "b", "c" and 1 more. [Retry, Show]']);
});

it('tells of a hook that keeps failing once while its notice is open, and again after that', async () => {
  const { end, pass, shown } = open();
  for (let count = 0; count < 5; count++) {
    end({ status: 'error', reason: `attempt ${count}` });
    await pass();
  }
  expect(shown).toHaveLength(1);
  await shown[0]?.press();
  end({ status: 'error' });
  await pass();
  expect(shown).toHaveLength(2);
});

it('never covers the window, however many hooks fail one after the other', async () => {
  const { end, pass, shown } = open();
  for (let count = 0; count < 50; count++) {
    end({ hook: `hook-${count}`, status: 'error' });
    await pass();
  }
  expect(shown).toHaveLength(3);
});

it('mentions what succeeded in passing, and says nothing of what was not meant to run', async () => {
  const { end, pass, shown, done } = open();
  end({});
  await pass();
  end({});
  end({ hook: 'b' });
  await pass();
  end({ status: 'skipped' }, true);
  end({ status: 'refused' });
  end({ status: 'cancelled' });
  await pass();
  expect(shown).toEqual([]);
  expect(done).toEqual(['Hook "announce" succeeded in 142 ms.', '2 runs of hooks succeeded.']);
});

it('counts a server that was not there as a failure', async () => {
  const { end, pass, texts } = open();
  end({ status: 'skipped', unavailable: true, reason: 'server "chat" is unavailable' });
  await pass();
  expect(texts()).toEqual(['error: Hook "announce" did not run: server "chat" is unavailable. [Retry, Show]']);
});

it('leaves runs that a person started to the command that did', async () => {
  const { end, hear, pass, shown, done } = open();
  hear({ type: 'event-taken', event: { ...EVENT, target: 'announce' }, runs: 1 });
  end({ status: 'error', event: RECORDED });
  end({ event: RECORDED });
  end({ status: 'error', replayOf: 'run-0' });
  await pass();
  expect([shown, done]).toEqual([[], []]);
});

it('tells of the runs of a manual event that was meant for all hooks', async () => {
  const { end, hear, pass, shown } = open();
  hear({ type: 'event-taken', event: EVENT, runs: 1 });
  end({ status: 'error', event: RECORDED });
  await pass();
  expect(shown).toHaveLength(1);
});

it('runs the hook again on Retry, tells how that ended, and shows the run', async () => {
  const replayed: string[] = [];
  const outcomes = [
    exampleRecord({ id: 'second', status: 'error', reason: 'still not there' }),
    exampleRecord({ id: 'third' }),
  ];
  const replay = async ({ id }: RunRecord): Promise<readonly RunRecord[]> => {
    replayed.push(id);
    return outcomes.splice(0, 1);
  };
  const { end, pass, shown, texts, done } = open({ replay });
  end({ id: 'first', status: 'error' });
  end({ id: 'last', status: 'error' });
  await pass();
  await shown[0]?.press('Retry');
  await shown[1]?.press('Retry');
  await shown[2]?.press('Show');
  expect(replayed).toEqual(['last', 'second']);
  expect(texts()).toEqual([
    'error: Hook "announce" failed. [Retry, Show]',
    'error: Hook "announce" failed: still not there. [Retry, Show]',
    'info: Hook "announce" succeeded in 142 ms. [Show]',
  ]);
  expect(done).toEqual(['show /shop third']);
});

it('says why a Retry did not work', async () => {
  const { end, pass, shown, done } = open({ replay: () => Promise.reject(new Error('The hook is gone.')) });
  end({ status: 'error' });
  await pass();
  await shown[0]?.press('Retry');
  expect(done).toEqual(['Error: The hook is gone.']);
});

it('shows all runs of a notice for several', async () => {
  const { end, pass, shown, done } = open();
  end({ id: 'x', hook: 'a', status: 'error' });
  end({ id: 'y', hook: 'b', status: 'error' });
  await pass();
  await shown[0]?.press('Show');
  expect(done).toEqual(['show /shop x y']);
});

it('hears nothing after its end', async () => {
  const { end, pass, shown, stop } = open();
  stop();
  end({ status: 'error' });
  await pass();
  expect(shown).toEqual([]);
});
