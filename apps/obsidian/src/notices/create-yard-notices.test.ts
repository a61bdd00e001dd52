import { ToolyardError, type CallRecord, type ServerStatus, type ToolCall, type YardEvent } from '@toolyard/core';
import type { NoteRunEvent } from '@toolyard/documents';
import type { ClosableYard } from '@toolyard/host';
import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createYardNotices } from './create-yard-notices.ts';
import type { NoticeAction } from './notice.ts';

const signal = new AbortController().signal;
const CALL: ToolCall = {
  tool: 'web:echo',
  arguments: {},
  origin: 'document',
  session: 'one',
  document: { path: 'note.md' },
};
const MINUTE_MS = 60_000;

/** Notices on a yard that does what the test says. */
function open(call: () => Promise<never> = () => new Promise(() => undefined)) {
  const clock = createFakeClock();
  const shown: { message: string; action?: NoticeAction | undefined }[] = [];
  const notices = createYardNotices(clock, (message, action) => void shown.push({ message, action }));
  const listeners: ((event: YardEvent) => void)[] = [];
  const active: Pick<CallRecord, 'status'>[] = [];
  const continued: string[] = [];
  const stopping = { isStopped: false };
  const used = notices.watch({
    yard: {
      on: (listener: (event: YardEvent) => void) => listeners.push(listener),
      calls: {
        active: () => active,
        isStopped: () => stopping.isStopped,
        resume: async () => void (stopping.isStopped = false),
        continueSession: async (session: string) => void continued.push(session),
      },
    },
    caller: { call },
    get configuration() {
      return { settings: { concurrentLimit: 2 } };
    },
  } as unknown as ClosableYard);
  const change = (state: ServerStatus['state'], more: Partial<ServerStatus> = {}): void => {
    const status: ServerStatus = { key: 'web', state, tools: 0, failures: 1, ...more };
    for (const listener of listeners) listener({ type: 'server-changed', status });
  };
  const giveUp = (): void => {
    for (const listener of listeners) listener({ type: 'server-auto-disabled', key: 'web', reason: 'exited' });
  };
  return {
    clock,
    notices,
    shown,
    used,
    active,
    continued,
    stopping,
    change,
    giveUp,
    messages: () => shown.map((each) => each.message),
  };
}

it('FR-025: tells of one kind and server once in a minute, however often it happens', () => {
  const { clock, change, messages } = open();
  for (let count = 0; count < 5; count++) {
    change('running');
    change('retrying', { phase: 'runtime', reason: 'exited' });
    change('starting');
    clock.advance(1000);
  }
  expect(messages()).toEqual(['Server "web" stopped working: exited. It is restarted.']);
  change('running', { key: 'other' });
  change('retrying', { key: 'other', phase: 'runtime', reason: 'exited' });
  expect(messages()).toHaveLength(2);
  clock.advance(MINUTE_MS);
  change('running');
  change('retrying', { phase: 'runtime', reason: 'exited' });
  expect(messages()).toHaveLength(3);
});

it('FR-040: tells again that a server was given up where somebody switched it on meanwhile', () => {
  const { change, giveUp, messages } = open();
  giveUp();
  change('auto-disabled');
  giveUp();
  expect(messages()).toHaveLength(1);
  change('starting');
  giveUp();
  expect(messages()).toHaveLength(2);
});

it('FR-032: tells of a spent session once, and lets it continue', async () => {
  const spent = new ToolyardError('session-limit', 'Session execution limit reached (5)');
  const { used, shown, continued, messages } = open(() => Promise.reject(spent));
  for (let count = 0; count < 3; count++) await expect(used.caller.call(CALL, signal)).rejects.toBe(spent);
  expect(messages()).toEqual([
    'Session execution limit reached (5) in note.md. Continue with as many again, or raise the limit in the settings of Toolyard.',
  ]);
  expect(shown[0]?.action?.label).toBe('Continue');
  shown[0]?.action?.run();
  expect(continued).toEqual(['one']);
  await expect(used.caller.call(CALL, signal)).rejects.toBe(spent);
  expect(messages()).toHaveLength(2);
});

it('tells nothing of a spent session where whoever made the call asks about it, and again where it is counted anew', async () => {
  const spent = new ToolyardError('session-limit', 'Session execution limit reached (5)');
  const { used, notices, messages } = open(() => Promise.reject(spent));
  await expect(used.caller.call({ ...CALL, isWithdrawnAtLimit: true }, signal)).rejects.toBe(spent);
  expect(messages()).toEqual([]);
  await expect(used.caller.call(CALL, signal)).rejects.toBe(spent);
  notices.forgetSession('one');
  await expect(used.caller.call(CALL, signal)).rejects.toBe(spent);
  expect(messages()).toHaveLength(2);
});

it('FR-032: says of a call that is refused since all were stopped how to go on, once', async () => {
  const { used, stopping, shown, messages } = open(() => Promise.reject(new Error('stopped')));
  stopping.isStopped = true;
  for (let count = 0; count < 2; count++) await expect(used.caller.call(CALL, signal)).rejects.toThrow('stopped');
  expect(messages()).toEqual(['All calls were stopped, so new ones are refused until you continue.']);
  shown[0]?.action?.run();
  expect(stopping.isStopped).toBe(false);
});

it('FR-032: tells of calls that wait for long, because as many as may run', () => {
  const { clock, used, active, messages } = open();
  void used.caller.call(CALL, signal);
  active.push({ status: 'executing' }, { status: 'pending' });
  clock.advance(500);
  // It waits for something else.
  expect(messages()).toEqual([]);
  active.push({ status: 'executing' });
  void used.caller.call(CALL, signal);
  void used.caller.call(CALL, signal);
  clock.advance(500);
  expect(messages()).toEqual([
    'No more than 2 calls run at once, so one waits for its turn. You can raise the limit in the settings of Toolyard.',
  ]);
});

it('says nothing of calls that end before they have waited for long', async () => {
  const { clock, used, active, messages } = open(() => Promise.reject(new Error('ended')));
  active.push({ status: 'executing' }, { status: 'executing' }, { status: 'pending' });
  await expect(used.caller.call(CALL, signal)).rejects.toThrow('ended');
  clock.advance(MINUTE_MS);
  expect(messages()).toEqual([]);
  expect(clock.pending).toBe(0);
});

it.each(['Server web is disabled', 'No server is enabled; enable one, or name one with "server"'])(
  'FR-023: says of a block where to switch servers on: %s',
  (message) => {
    const { notices, messages } = open();
    const problem = { severity: 'error', code: 'server-disabled', message } as const;
    const refused = {
      type: 'block-refused',
      id: 'a',
      line: 1,
      tool: 'echo',
      problems: [problem],
    } as unknown as NoteRunEvent;
    notices.onNoteRun(refused);
    notices.onNoteRun(refused);
    expect(messages()).toEqual([`${message}. You can switch servers on in the settings of Toolyard.`]);
  },
);

it('leaves lines of the log that concern one server to its state, and tells the others once', () => {
  const { notices, messages } = open();
  notices.log.write('error', 'Server "web" did not start', 'web');
  notices.log.write('info', 'begun');
  for (let count = 0; count < 3; count++) notices.log.write('warning', 'The file cannot be read.');
  expect(messages()).toEqual(['The file cannot be read.']);
});
