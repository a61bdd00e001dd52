import { expect, it } from 'vitest';
import { toPortUnavailable } from './to-port-unavailable.ts';

it('says what to do where the reason is known, and what the system said where it is not', () => {
  const place = { host: '127.0.0.1', port: 80 };
  const known = toPortUnavailable('HTTP cannot be served', place, { code: 'EACCES' });
  expect(known.code).toBe('port-unavailable');
  expect(known.message).toBe(
    'HTTP cannot be served on 127.0.0.1, port 80: you may not use it. Choose port 1024 or above.',
  );
  const unknown = toPortUnavailable('The task backend cannot listen', place, new Error('listen EIO'));
  expect(unknown.message).toBe('The task backend cannot listen on 127.0.0.1, port 80: listen EIO.');
});
