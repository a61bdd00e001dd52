import { expect, it } from 'vitest';
import { Subscriptions } from './subscriptions.ts';

it('keeps room for ten thousand resources of a subscriber, and for URIs that can be kept', () => {
  const subscriptions = new Subscriptions<string>();
  for (let count = 0; count < 10_000; count++) {
    expect(subscriptions.hasRoom(`a://${count}`, 'one')).toBe(true);
    subscriptions.add({ uri: `a://${count}`, server: 's' }, 'one');
    subscriptions.add({ uri: `a://${count}`, server: 's' }, 'one');
  }
  expect(subscriptions.hasRoom('a://next', 'one')).toBe(false);
  expect(subscriptions.hasRoom('a://next', 'two')).toBe(true);
  expect(subscriptions.hasRoom('a'.repeat(10_000), 'two')).toBe(false);
  expect(subscriptions.remove('a://1', 'one')).toBe(true);
  expect(subscriptions.remove('a://1', 'one')).toBe(false);
  expect(subscriptions.hasRoom('a://next', 'one')).toBe(true);
  expect(subscriptions.removeAll('one')).toHaveLength(9999);
});
