import { expect, it } from 'vitest';
import { createServerSlots } from './create-server-slots.ts';

const { signal } = new AbortController();

/** Asks for a slot, and notes that it was given. */
function ask(slots: ReturnType<typeof createServerSlots>, server: string, given: string[], name: string) {
  return slots.take(server, signal).then((release) => {
    given.push(name);
    return release;
  });
}

it('lets so many calls go to a server at once, in their order', async () => {
  const slots = createServerSlots(2);
  const given: string[] = [];
  const [first, second] = await Promise.all(['a', 'b'].map((name) => ask(slots, 's', given, name)));
  const third = ask(slots, 's', given, 'c');
  const fourth = ask(slots, 's', given, 'd');
  await ask(slots, 'other', given, 'o');
  expect(given).toEqual(['a', 'b', 'o']);
  first?.();
  first?.();
  (await third)();
  await fourth;
  expect(given).toEqual(['a', 'b', 'o', 'c', 'd']);
  second?.();
});

it('holds nobody up who has given up', async () => {
  const slots = createServerSlots(1);
  const end = new AbortController();
  const release = await slots.take('s', signal);
  const given = slots.take('s', end.signal);
  end.abort(new Error('over'));
  await expect(given).rejects.toThrow('over');
  await expect(slots.take('s', end.signal)).rejects.toThrow('over');
  release();
  (await slots.take('s', signal))();
});

it('has no limit where there is none', async () => {
  const slots = createServerSlots(-1);
  const given = await Promise.all(Array.from({ length: 100 }, () => slots.take('s', signal)));
  expect(given).toHaveLength(100);
});
