import { expect, it } from 'vitest';
import { createCopyLimit, type CopyLimit, type CopyPlace } from './create-copy-limit.ts';

const needed = (): boolean => false;

function take(limit: CopyLimit, giveUp: () => boolean = needed): CopyPlace {
  const place = limit.take(giveUp);
  if (place === undefined) throw new Error('there is no place');
  return place;
}

function createEnd(): { readonly gone: Promise<void>; end(): void } {
  let end: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (end = resolve));
  return { gone, end };
}

async function isFree({ free }: CopyPlace): Promise<boolean> {
  let settled = false;
  void free.then(() => (settled = true));
  await new Promise((resolve) => void setImmediate(resolve));
  return settled;
}

it('gives as many places as the limit says, and one more when a copy is gone', async () => {
  const limit = createCopyLimit(() => 2);
  const first = take(limit);
  take(limit);
  expect(limit.take(needed)).toBeUndefined();
  first.leave(Promise.resolve());
  await Promise.resolve();
  expect(await isFree(take(limit))).toBe(true);
  expect(limit.take(needed)).toBeUndefined();
});

it('hands the place of a copy that is ending to the next, which waits until it is gone', async () => {
  const limit = createCopyLimit(() => 1);
  const { gone, end } = createEnd();
  take(limit).leave(gone);
  const next = take(limit);
  expect(await isFree(next)).toBe(false);
  expect(limit.take(needed)).toBeUndefined();
  end();
  expect(await isFree(next)).toBe(true);
  expect(limit.take(needed)).toBeUndefined();
});

it('gives up the copy that was not used for the longest time and that nobody would miss', async () => {
  const limit = createCopyLimit(() => 3);
  const given: string[] = [];
  const { gone, end } = createEnd();
  take(limit);
  const open = (name: string): CopyPlace => {
    const place = take(limit, () => {
      given.push(name);
      place.leave(gone);
      return true;
    });
    return place;
  };
  const older = open('older');
  open('newer');
  older.use();
  const next = take(limit);
  expect(given).toEqual(['newer']);
  expect(await isFree(next)).toBe(false);
  end();
  expect(await isFree(next)).toBe(true);
});

it('follows a limit that changes', () => {
  let most = 2;
  const limit = createCopyLimit(() => most);
  take(limit);
  take(limit);
  most = 1;
  expect(limit.take(() => true)).toBeUndefined();
  most = 3;
  take(limit);
  most = -1;
  for (let n = 0; n < 1000; n++) take(limit);
});
