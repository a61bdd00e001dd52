import { describe, expect, it } from 'vitest';
import type { FormView, PageMessage } from '../form/protocol.ts';
import { EMPTY_VIEW, textField, viewOf } from '../../test/page/example-views.ts';
import { createOutbox, TYPING_PAUSE_MS, type Outbox } from './create-outbox.ts';
import { applyDrafts, fieldDraftId } from './drafts.ts';

interface Fixture {
  readonly outbox: Outbox;
  readonly sent: readonly PageMessage[];
  /** Lets the pause pass after which what is typed is sent. */
  pause(): void;
}

function createFixture(): Fixture {
  const sent: PageMessage[] = [];
  const timers = new Set<() => void>();
  const outbox = createOutbox({
    send: (message) => sent.push(message),
    after: (milliseconds, callback) => {
      expect(milliseconds).toBe(TYPING_PAUSE_MS);
      timers.add(callback);
      return () => timers.delete(callback);
    },
  });
  return {
    outbox,
    sent,
    pause() {
      const due = [...timers];
      timers.clear();
      for (const callback of due) callback();
    },
  };
}

function typeName(outbox: Outbox, value: string): void {
  outbox.type({ type: 'change', key: 'name', value });
}

function named(value: string): FormView {
  return viewOf([textField('name', value), textField('other', '')]);
}

const NAME = fieldDraftId('name');

describe('createOutbox', () => {
  it('sends within the same time, however long somebody types', () => {
    const started: (() => void)[] = [];
    const sent: PageMessage[] = [];
    const outbox = createOutbox({
      send: (message) => sent.push(message),
      after: (_milliseconds, callback) => {
        started.push(callback);
        return () => started.splice(started.indexOf(callback), 1);
      },
    });
    typeName(outbox, 'a');
    const [first] = started;
    typeName(outbox, 'ab');
    expect(started).toEqual([first]);
    first?.();
    expect(sent).toMatchObject([{ value: 'ab' }]);
  });

  it('sends what is typed in one go once, and numbers changes from 1', () => {
    const { outbox, sent, pause } = createFixture();
    typeName(outbox, 'a');
    typeName(outbox, 'ab');
    expect(sent).toEqual([]);
    pause();
    typeName(outbox, 'abc');
    pause();
    pause();
    expect(sent).toEqual([
      { protocol: 1, type: 'change', edit: 1, key: 'name', value: 'ab' },
      { protocol: 1, type: 'change', edit: 2, key: 'name', value: 'abc' },
    ]);
  });

  it('sends what was typed before a press of a button before it', () => {
    const { outbox, sent } = createFixture();
    typeName(outbox, 'a');
    outbox.type({ type: 'sampleChanged', text: '{}' });
    typeName(outbox, 'ab');
    outbox.act({ type: 'suggest' });
    outbox.ask({ type: 'save' });
    expect(sent).toEqual([
      { protocol: 1, type: 'sampleChanged', edit: 1, text: '{}' },
      { protocol: 1, type: 'change', edit: 2, key: 'name', value: 'ab' },
      { protocol: 1, type: 'suggest', edit: 3 },
      { protocol: 1, type: 'save' },
    ]);
  });

  it('keeps what is typed until a view has it, and is ahead so long', () => {
    const { outbox, pause } = createFixture();
    typeName(outbox, 'ab');
    pause();
    typeName(outbox, 'abc');
    outbox.acknowledge(1, named('ab'), undefined);
    expect(applyDrafts(named('ab'), outbox.drafts()).sections[0]?.fields[0]).toMatchObject({ value: 'abc' });
    expect(outbox.isAhead()).toBe(true);
    pause();
    outbox.acknowledge(2, named('abc'), undefined);
    expect(outbox.drafts()).toEqual([]);
    expect(outbox.isAhead()).toBe(false);
  });

  it('leaves the text of the control with the focus alone until the file brings another one', () => {
    const { outbox, pause } = createFixture();
    typeName(outbox, ' ab ');
    pause();
    outbox.acknowledge(1, named('ab'), NAME);
    outbox.acknowledge(1, named('ab'), NAME);
    expect(outbox.drafts()).toHaveLength(1);
    expect(outbox.isAhead()).toBe(false);
    outbox.acknowledge(1, named('from the file'), NAME);
    expect(outbox.drafts()).toEqual([]);
  });

  it('sends what is chosen at once, and takes what the host makes of it', () => {
    const { outbox, sent } = createFixture();
    outbox.type({ type: 'sampleChanged', text: '{}' });
    outbox.choose({ type: 'change', key: 'name', value: 'b' });
    expect(sent.map(({ type }) => type)).toEqual(['sampleChanged', 'change']);
    outbox.acknowledge(2, named('B'), NAME);
    expect(outbox.drafts()).toEqual([]);
  });

  it('lets go of the text when the control loses the focus, but not of what the host does not know', () => {
    const { outbox, pause } = createFixture();
    typeName(outbox, 'ab');
    outbox.release(NAME);
    expect(outbox.drafts()).toHaveLength(1);
    pause();
    outbox.acknowledge(1, named('AB'), NAME);
    outbox.release(NAME);
    expect(outbox.drafts()).toEqual([]);
  });

  it('forgets a text whose control is gone', () => {
    const { outbox, pause } = createFixture();
    typeName(outbox, 'ab');
    pause();
    outbox.acknowledge(1, EMPTY_VIEW, NAME);
    expect(outbox.drafts()).toEqual([]);
  });
});
