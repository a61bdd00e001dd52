import { describe, it } from 'vitest';
import { researchTogether } from './harness/research-together.ts';
import { startEverything } from './harness/start-everything.ts';

describe('tasks of a server that the makers of the protocol wrote', { timeout: 300_000 }, () => {
  it('ask and answer three clients of the SDK at once, where it is at a URL', async () => {
    const { url } = await startEverything('streamableHttp');
    await researchTogether({ type: 'http', url });
  });
});
