import { describe, expect, it } from 'vitest';
import { findHome } from './find-home.ts';

const account = (): string => '/home/ada';
const fail = (): never => {
  throw new Error('ENOENT: no such user');
};

describe('findHome', () => {
  it('takes what the environment says', () => {
    expect(findHome({ named: () => '/elsewhere', account })).toBe('/elsewhere');
  });

  it.each(['', '.', '..', 'home', './home'])('takes the home of the account where HOME is %j', (home) => {
    expect(findHome({ named: () => home, account })).toBe('/home/ada');
  });

  it('takes the home of the account where the environment has none', () => {
    expect(findHome({ named: fail, account })).toBe('/home/ada');
  });

  it.each([fail, () => '', () => 'home'])('refuses to go on where the system knows none either', (unknown) => {
    expect(() => findHome({ named: () => '.', account: unknown })).toThrow(
      'Your home folder is unknown, so Toolyard has nowhere to keep its state. Set HOME to its full path.',
    );
  });
});
