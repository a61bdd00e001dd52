import { describe, it } from 'vitest';
import { expectUsed, expectUsedAtUrl } from './harness/stateless-place.ts';

describe('a server that knows no handshake', () => {
  it.each([{ era: 'auto' }, { era: '2026-07-28' }])('is used with %j, and started once', expectUsed);

  it.each([{ type: 'http' }, { era: '2026-07-28' }])('is used with %j behind a URL', expectUsedAtUrl);
});
