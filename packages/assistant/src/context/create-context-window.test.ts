import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../model/model.ts';
import { createContextWindow } from './create-context-window.ts';
import { measureText } from './measure-tokens.ts';

const user = (text = 'q'): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const call = (...ids: string[]): ModelMessage => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool-call', id, name: 'a:b', arguments: {} })),
});
const results = (given: Readonly<Record<string, number>>): ModelMessage => ({
  role: 'tool',
  answers: Object.entries(given).map(([id, tokens]) => ({
    id,
    name: 'a:b',
    isError: false,
    content: [{ type: 'text', text: id.repeat(tokens * 4) }],
  })),
});

/** How much of each result a request has, in tokens. */
function shownOf(messages: readonly ModelMessage[]): Record<string, number> {
  const answers = messages.flatMap((message) => (message.role === 'tool' ? message.answers : []));
  return Object.fromEntries(
    answers.map(({ id, content }) => {
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return [id, measureText(/>\n(.*)\n</.exec(text)?.[1] ?? '')];
    }),
  );
}

const open = (contextTokens: number) => createContextWindow({ id: 'm', contextTokens });

describe('a conversation that fits', () => {
  it('goes to the model whole', () => {
    const messages = [user(), call('x'), results({ x: 400 })];
    const { messages: shown, notices } = open(1000).fit(messages, 100);
    expect(notices).toEqual([]);
    expect(shownOf(shown)).toEqual({ x: 400 });
    expect(shown.slice(0, 2)).toEqual(messages.slice(0, 2));
  });
});

describe('a conversation that is too long', () => {
  it('loses old results first, and stays as it was then, so that caches hold', () => {
    const window = open(2000);
    const messages = [
      user(),
      call('x'),
      results({ x: 700 }),
      call('y'),
      results({ y: 500 }),
      call('z'),
      results({ z: 400 }),
    ];
    const first = window.fit(messages, 0);
    expect(shownOf(first.messages)).toEqual({ x: 0, y: 500, z: 400 });
    expect(first.notices).toEqual([
      {
        message: 'Left out for the model from now on: earlier results (1, about 700 tokens)',
        results: [{ id: 'x', given: 0, whole: 700 }],
      },
    ]);
    expect(JSON.stringify(first.messages)).toContain(
      '[0 of 2800 characters of this result are here, for lack of room]',
    );
    const more = window.fit([...messages, call('w'), results({ w: 100 })], 0);
    expect(more.notices).toEqual([]);
    expect(more.messages.slice(0, first.messages.length)).toEqual(first.messages);
  });

  it('has a result cut that is larger than what is left, and says so', () => {
    const messages = [user(), call('x', 'y'), results({ x: 100, y: 50_000 })];
    const { messages: shown, notices, tokens } = open(4000).fit(messages, 0);
    const { x, y = 0 } = shownOf(shown);
    expect(x).toBe(100);
    expect(y).toBeGreaterThan(1000);
    expect(tokens).toBeLessThan(3200);
    expect(notices).toEqual([
      {
        message: `Cut for the model: the result of a:b, to about ${y} of 50000 tokens`,
        results: [{ id: 'y', given: y, whole: 50_000 }],
      },
    ]);
  });

  it('cuts equal results alike', () => {
    const many = Object.fromEntries('abcdefghij'.split('').map((id) => [id, 5000]));
    const { messages: shown } = open(10_000).fit([user(), call(...Object.keys(many)), results(many)], 0);
    expect(new Set(Object.values(shownOf(shown))).size).toBe(1);
  });

  it('loses its oldest questions with their answers where there are no results', () => {
    const answer: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'a'.repeat(400) }] };
    const messages = Array.from({ length: 40 }, () => [user(), answer]).flat();
    const { messages: shown, notices, tokens } = open(2000).fit([...messages, user('now')], 0);
    expect(shown[0]?.role).toBe('user');
    expect(shown.at(-1)).toEqual(user('now'));
    expect(tokens).toBeLessThan(1600);
    expect(notices).toEqual([
      { message: `Left out for the model from now on: the first ${81 - shown.length} messages` },
    ]);
  });

  it('is refused where the question itself is', () => {
    expect(() => open(1000).fit([user('q'.repeat(10_000))], 200)).toThrow(
      /The question and the tools are about 2\d+ tokens, too many for m, which takes 1000 with its answer\./,
    );
  });
});
