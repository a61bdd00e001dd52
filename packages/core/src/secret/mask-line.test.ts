import { expect, it } from 'vitest';
import { maskLine } from './mask-line.ts';

it.each([
  ['npm run build', 'npm run build'],
  ['  two   spaces\there ', '  two   spaces\there '],
  ['deploy --token hunter2hunter2 --prod', 'deploy --token *** --prod'],
  ['API_TOKEN=hunter2 node x.mjs', 'API_TOKEN=*** node x.mjs'],
  ['', ''],
])('masks %j as %j', (line, masked) => {
  expect(maskLine(line)).toBe(masked);
});

it.each(['deploy --password "two words" now', 'curl https://me:hunter2@x.example/', "x --secret='a b c'"])(
  'leaves nothing of the secret in %j',
  (line) => {
    expect(maskLine(line)).toContain('***');
    expect(maskLine(line)).not.toMatch(/two words|hunter2|a b c/);
  },
);
