import { describe, it } from 'vitest';
import { expectSdkServer } from './harness/expect-sdk-server.ts';

describe('a server made with the official SDK', () => {
  it('that knows both eras, with the handshake: is listed, called, and asks', () =>
    expectSdkServer('serve', { era: 'legacy' }));

  it('that knows no handshake, as configured: is listed, called, and asks', () =>
    expectSdkServer('reject', { era: '2026-07-28' }));
});
