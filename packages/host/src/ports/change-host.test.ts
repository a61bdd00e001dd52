import { expect, it } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
import { changeHost } from './change-host.ts';

it('keeps methods with the host that they belong to', () => {
  const seen: unknown[] = [];
  const host = createTestHost('folder', {
    notify() {
      seen.push(this);
    },
    onManyCalls() {
      seen.push(this);
    },
  });
  const changed = changeHost(host, { builtins: {} });
  changed.notify({ level: 'warning', message: 'anything' });
  changed.onManyCalls?.();
  expect(seen).toEqual([host, host]);
});
