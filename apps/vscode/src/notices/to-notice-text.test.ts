import { describe, expect, it } from 'vitest';
import { toNoticeText } from './to-notice-text.ts';

describe('toNoticeText', () => {
  it('leaves plain words as they are', () => {
    expect(toNoticeText('Hook "a" failed: no such file')).toBe('Hook "a" failed: no such file');
  });

  it('makes no link of what a tool says', () => {
    expect(toNoticeText('failed: [Fix it](command:workbench.action.quit)')).toBe(
      'failed: [Fix it] (command:workbench.action.quit)',
    );
    expect(toNoticeText('[a]]((command:x)')).not.toContain('](');
  });

  it('is one line without hidden characters', () => {
    expect(toNoticeText(' a\n\n  b\u202ec ')).toBe(String.raw`a b\u202ec`);
  });

  it('says that it was cut', () => {
    const text = toNoticeText('x'.repeat(5000));
    expect(text).toBe(`${'x'.repeat(500)}… (cut)`);
  });
});
