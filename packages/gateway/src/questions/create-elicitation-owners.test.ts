import { createErrorResponse, createNotification, createRequest } from '@toolyard/core';
import { expect, it } from 'vitest';
import { createElicitationOwners } from './create-elicitation-owners.ts';

const ask = (elicitationId: unknown) => createRequest(1, 'elicitation/create', { mode: 'url', elicitationId });
const end = (elicitationId: unknown) => createNotification('notifications/elicitation/complete', { elicitationId });

it('knows whose an elicitation of a server is', () => {
  const owners = createElicitationOwners<string>();
  owners.noteQuestion('a', ask('e'), 'one');
  owners.noteQuestion('b', ask('e'), 'two');
  owners.noteQuestion('a', ask(7), 'three');
  expect([owners.ownerOf('a', end('e')), owners.ownerOf('b', end('e'))]).toEqual(['one', 'two']);
  expect([owners.ownerOf('c', end('e')), owners.ownerOf('a', end(7)), owners.ownerOf('a', end('7'))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it.each([
  [-32042, { elicitations: [{ elicitationId: 'x' }, null, { elicitationId: 'y' }] }, ['one', 'one']],
  [-32603, { elicitations: [{ elicitationId: 'x' }] }, [undefined, undefined]],
  [-32042, { elicitations: 'x' }, [undefined, undefined]],
  [-32042, undefined, [undefined, undefined]],
])('learns from error %i with %j', (code, data, expected) => {
  const owners = createElicitationOwners<string>();
  owners.noteError('a', createErrorResponse(1, { code, message: 'm', data }), 'one');
  expect(['x', 'y'].map((id) => owners.ownerOf('a', end(id)))).toEqual(expected);
});

it('forgets those of a client that is gone, and no others', () => {
  const owners = createElicitationOwners<string>();
  owners.noteQuestion('a', ask('e1'), 'one');
  owners.noteQuestion('a', ask('e2'), 'one');
  owners.noteQuestion('a', ask('e2'), 'two');
  owners.forget('one');
  expect(['e1', 'e2'].map((id) => owners.ownerOf('a', end(id)))).toEqual([undefined, 'two']);
});

it('keeps the newest 10,000', () => {
  const owners = createElicitationOwners<string>();
  for (let n = 0; n <= 10_000; n++) owners.noteQuestion('a', ask(`e${n}`), 'one');
  expect(['e0', 'e1', 'e10000'].map((id) => owners.ownerOf('a', end(id)))).toEqual([undefined, 'one', 'one']);
});
