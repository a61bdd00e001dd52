import { describe, it } from 'vitest';
import { expectSdkServer } from './harness/expect-sdk-server.ts';

describe('a server made with the official SDK', () => {
  it('that knows both eras, found out: is listed, called, and asks', () => expectSdkServer('serve'));

  it('that knows no handshake, found out: is listed, called, and asks', () => expectSdkServer('reject'));
});
