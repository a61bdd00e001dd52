import { findSlowText, startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { describeLinkEnd } from './describe-link-end.ts';

const describeLines = (...lastLines: string[]): string =>
  describeLinkEnd({ expected: false, reason: 'exited with code 1', lastLines });

describe('describeLinkEnd', () => {
  it('quotes the last line that says something', () => {
    expect(describeLines('one', 'two', '  ', '----', '')).toBe('exited with code 1; on its stderr: two');
  });

  it('says only how it ended where nothing was written', () => {
    expect(describeLines()).toBe('exited with code 1');
    expect(describeLinkEnd({ expected: false, reason: 'was killed' })).toBe('was killed');
  });

  it('quotes what npm could not find, not where its log is', () => {
    const text = describeLines(
      'npm error code E404',
      'npm error 404 Not Found - GET https://npm.example/no-such-thing - Not found',
      'npm error 404',
      "npm error 404  'no-such-thing@*' is not in this registry.",
      'npm error 404',
      'npm error 404 Note that you can also install from a',
      'npm error 404 tarball, folder, http url, or git folder.',
      'npm error A complete log of this run can be found in: /home/you/.npm/_logs/debug-0.log',
    );
    expect(text).toBe("exited with code 1; on its stderr: npm error 404  'no-such-thing@*' is not in this registry.");
  });

  it('quotes the message of an error that Node did not catch, not its stack or its fields', () => {
    const text = describeLines(
      'node:internal/modules/esm/resolve:873',
      '  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);',
      '        ^',
      '',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nothing' imported from /home/you/server.mjs",
      '    at packageResolve (node:internal/modules/esm/resolve:873:9)',
      '    at async node:internal/main/run_main_module:36:49 {',
      "  code: 'ERR_MODULE_NOT_FOUND'",
      '}',
      '',
      'Node.js v20.20.0',
    );
    expect(text).toContain("on its stderr: Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nothing' imported");
  });

  it('keeps a sentence that begins like a stack', () => {
    expect(describeLines('at least one folder is needed')).toContain('at least one folder is needed');
  });

  it('quotes a trailer where there is nothing else', () => {
    expect(describeLines('Node.js v20.20.0')).toBe('exited with code 1; on its stderr: Node.js v20.20.0');
  });
});

it('looks for the last words in time in proportion to them', () => {
  const describe = (text: string): string =>
    describeLinkEnd({ expected: false, reason: 'ended', lastLines: [`at ${text}`] });
  expect(findSlowText(describe, 'a (node:')).toBeUndefined();
  const cpuMs = startCpuClock();
  describe(' (node:'.repeat(20_000));
  expect(cpuMs()).toBeLessThan(500);
});
