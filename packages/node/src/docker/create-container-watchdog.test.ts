import { startFakeEngine } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createContainerWatchdog } from './create-container-watchdog.ts';

it.each([204, 500])(
  'removes containers with their volumes, by another way where an engine answers %i',
  async (status) => {
    const removed: (string | null)[] = [];
    const engine = await startFakeEngine({
      version: '1.47',
      take({ what, query }, response) {
        if (what !== 'DELETE /containers/abc') return false;
        removed.push(query.get('v'));
        response.writeHead(status).end();
        return true;
      },
    });
    onTestFinished(() => engine.stop());
    const watchdog = createContainerWatchdog({ env: engine.env, platform: 'linux' }, { write: () => undefined });
    watchdog.start();
    watchdog.add('abc');
    await watchdog.stop();
    expect(removed.length).toBeGreaterThan(0);
    for (const volumes of removed) expect(volumes).toMatch(/^(?:1|true)$/);
  },
);
