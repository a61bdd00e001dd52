import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { askForExternal } from './ask-for-external.ts';
import { describeExternal } from './describe-external.ts';

await describeExternal('PostgreSQL', (url) => {
  it('gives the same running server to everyone who asks', async () => {
    expect(await askForExternal('PostgreSQL')).toEqual({ where: url });
    const { protocol, hostname, port } = new URL(url);
    expect(protocol).toMatch(/^postgres(ql)?:$/);
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port || 5432), hostname, () => void socket.end(resolve));
      socket.once('error', reject);
    });
  });
});
