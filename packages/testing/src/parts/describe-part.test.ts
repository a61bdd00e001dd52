import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { askForPart } from './ask-for-part.ts';
import { describePart } from './describe-part.ts';

await describePart('PostgreSQL', (url) => {
  it('gives the same running server to everyone who asks', async () => {
    expect(await askForPart('PostgreSQL')).toEqual({ where: url });
    const { protocol, hostname, port } = new URL(url);
    expect(protocol).toMatch(/^postgres(ql)?:$/);
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port || 5432), hostname, () => void socket.end(resolve));
      socket.once('error', reject);
    });
  });
});
