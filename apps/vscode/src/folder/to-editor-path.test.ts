import { expect, it } from 'vitest';
import { toEditorPath } from './to-editor-path.ts';

const ROOTS = [
  { path: '/link', real: '/disk/shop' },
  { path: '/site', real: '/site' },
];

it('gives the path below the folder of the window for a file that is known by its real path', () => {
  expect(toEditorPath('/disk/shop/.toolyard/hooks.json', ROOTS)).toBe('/link/.toolyard/hooks.json');
  for (const file of ['/disk/shopping/a', '/link/a', '/site/a', '/home/me/hooks.json']) {
    expect(toEditorPath(file, ROOTS)).toBe(file);
  }
  expect(toEditorPath('/disk/shop/a', [...ROOTS, { path: '/disk/shop', real: '/disk/shop' }])).toBe('/disk/shop/a');
});
