import { describe, expect, it } from 'vitest';
import { createYardFolder, fixture } from './harness/create-yard-folder.ts';
import { describeUnchanged } from './harness/describe-unchanged.ts';
import { SAFE } from './harness/namings.ts';
import { withoutId } from './harness/raw-client.ts';
import { openDirect, openGateway } from './harness/start-gateway.ts';

const MEGABYTE = 1024 * 1024;

describeUnchanged(SAFE);

describe('size', () => {
  it('does not change a result of 20 MB', { timeout: 120_000 }, async () => {
    const place = createYardFolder({ big: fixture('big-result') });
    const [gateway, direct] = await Promise.all([openGateway(place), openDirect(place, fixture('big-result'))]);
    const bytes = 20 * MEGABYTE;
    const [through, there] = await Promise.all([gateway.call('big:big', { bytes }), direct.call('big', { bytes })]);
    expect(through.line.length).toBeGreaterThan(bytes);
    expect(withoutId(through) === withoutId(there)).toBe(true);
  });

  it('does not matter for an argument of 30 MB', { timeout: 120_000 }, async () => {
    const gateway = await openGateway(createYardFolder({ big: fixture('big-result') }));
    const bytes = 30 * MEGABYTE;
    expect(await gateway.text('big:length', { text: 'y'.repeat(bytes) })).toBe(String(bytes));
  });
});
