import { createMarker } from '../harness/create-yard-folder.ts';
import { describeExternal, openDockerEngine, toSleeper, useImage } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openGateway } from '../harness/start-gateway.ts';
import { createContainerPair, untilAnswered } from './container-pair.ts';

await describeExternal('Docker', (where) => {
  const engine = openDockerEngine(where);
  const image = useImage(engine);

  it('brings a container back that was killed within a second and three plain starts', async () => {
    const pair = await createContainerPair(engine, image);
    const client = await openGateway(pair, { env: engine.env });
    expect(await client.toolNames()).toHaveLength(5);
    const plain = createMarker();
    onTestFinished(() => engine.remove(plain));
    let plainStarts = 0;
    for (let count = 0; count < 3; count++) {
      plainStarts += await engine.run(plain, toSleeper(image));
      await engine.remove(plain);
    }
    for (const [name, tool] of [
      [pair.stdio, 'echo__echo'],
      [pair.http, 'web__echo'],
    ] as const) {
      const before = await engine.inspect(name);
      await engine.ask('POST', `/containers/${name}/kill`);
      const killedAt = performance.now();
      await untilAnswered(client, tool, { text: 'back' });
      expect(performance.now() - killedAt).toBeLessThan(1000 + plainStarts);
      expect((await engine.inspect(name))?.['Id']).not.toBe(before?.['Id']);
    }
  });
});
