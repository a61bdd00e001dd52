import { expect, it } from 'vitest';
import { atFolder } from './at-folder.ts';

it('changes the folder, and nothing else: hooks of a desktop program get the PATH of the login shell too', () => {
  const base = { env: { A: 'b' }, cwd: '/', homeDir: '/home/me', platform: 'linux', userId: 7 } as const;
  expect(atFolder({ ...base, isDesktop: true }, '/shop')).toEqual({ ...base, cwd: '/shop', isDesktop: true });
  expect(atFolder(base, '/shop')).toEqual({ ...base, cwd: '/shop' });
});
