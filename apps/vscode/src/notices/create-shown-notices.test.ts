import { describe, expect, it } from 'vitest';
import { createShownNotices } from './create-shown-notices.ts';

describe('createShownNotices', () => {
  it('shows a notice once while it is shown, and gives the button to who asked first', async () => {
    const notices = createShownNotices();
    let press: (button: string) => void = () => undefined;
    const promise = new Promise<string>((resolve) => {
      press = resolve;
    });
    let times = 0;
    const show = (): Promise<string> => {
      times++;
      return promise;
    };
    const first = notices.show('a', show);
    const second = notices.show('a', show);
    press('Retry');
    expect([await first, await second, times]).toEqual(['Retry', undefined, 1]);
  });

  it('shows it again when it is gone, also where showing it failed', async () => {
    const notices = createShownNotices();
    await expect(notices.show('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await notices.show('a', async () => 'Retry')).toBe('Retry');
    expect(await notices.show('a', async () => 'Show')).toBe('Show');
  });

  it('shows different notices beside each other', async () => {
    const notices = createShownNotices();
    const pending = notices.show('a', () => new Promise<string>(() => undefined));
    expect(await notices.show('b', async () => 'Show')).toBe('Show');
    expect(pending).toBeInstanceOf(Promise);
  });
});
