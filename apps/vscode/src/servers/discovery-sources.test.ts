import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SOURCE_TITLES } from '@toolyard/host/hooks';
import { expect, it } from 'vitest';

it('offers every program whose servers hooks can use in the setting, and takes all of them where nobody set it', () => {
  const file = fileURLToPath(new URL('../../manifest.json', import.meta.url));
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const names = Object.keys(SOURCE_TITLES);
  expect(manifest).toMatchObject({
    contributes: {
      configuration: { properties: { 'toolyard.discovery.sources': { items: { enum: names }, default: names } } },
    },
  });
});
