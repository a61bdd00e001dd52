import { expect, it } from 'vitest';
import { findTakenIds } from './find-taken-ids.ts';

it('lets a server take the ids that it alone has, and no other', () => {
  const secrets = [
    { id: 'own', servers: ['a'], isSet: true },
    { id: 'shared', servers: ['a', 'b'], isSet: true },
    { id: 'other', servers: ['b'], isSet: false },
  ];
  expect(findTakenIds(secrets, 'a')).toEqual(['shared', 'other']);
  expect(findTakenIds(secrets)).toEqual(['own', 'shared', 'other']);
});
