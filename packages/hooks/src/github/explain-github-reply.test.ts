import { describe, expect, it } from 'vitest';
import { explainGitHubReply, quoteGitHub } from './explain-github-reply.ts';

const SUBJECT = { repository: 'ada/shop', tokenEnv: 'SHOP_TOKEN' };

function explain(status: number, data: unknown, headers: Readonly<Record<string, string>> = {}): string {
  return explainGitHubReply({ status, data, headers }, SUBJECT);
}

describe('an answer of GitHub', () => {
  it.each([
    [401, 'GitHub did not accept the token (status 401): Bad. Put a valid token into the variable SHOP_TOKEN'],
    [403, 'GitHub refused (status 403): Bad. The token in SHOP_TOKEN needs the permission for this in ada/shop'],
    [
      404,
      'GitHub did not find it (status 404): Bad. Check "repository" and the number, and that the token in SHOP_TOKEN has access to ada/shop',
    ],
    [405, 'GitHub cannot merge it (status 405): Bad. Look at its checks, its reviews and its conflicts'],
    [409, 'GitHub cannot do it now (status 409): Bad. Something has changed in between'],
    [410, 'GitHub has it no more (status 410): Bad. It was deleted, or is switched off in this repository'],
    [422, 'GitHub did not accept what was sent (status 422): Bad'],
    [418, 'GitHub gave an answer that nobody expected (status 418): Bad'],
  ])('with status %i says what to do', (status, message) => {
    expect(explain(status, { message: 'Bad.' })).toBe(message);
  });

  it('names the permissions that GitHub names, and nothing else that a header says', () => {
    const name = 'x-accepted-github-permissions';
    expect(explain(403, {}, { [name]: 'issues=write; pull_requests=write' })).toMatch(
      / \(issues write; pull_requests write\)$/,
    );
    expect(explain(403, {}, { [name]: '\u001b[2J' })).toMatch(/ada\/shop$/);
  });

  it('is quoted with all that is wrong with its fields', () => {
    const errors = [
      'plain',
      { resource: 'Label', field: 'name', code: 'already_exists' },
      { code: 'custom' },
      7,
      'plain',
    ];
    expect(quoteGitHub({ data: { message: 'Validation Failed', errors } })).toBe(
      'Validation Failed; plain; Label name already exists; custom',
    );
  });

  it.each([
    ['', ''],
    ['<html>\nmore', '<html>'],
    [null, ''],
    [[1], ''],
    [{ message: 5, errors: {} }, ''],
    [{ message: 'x'.repeat(2000) }, `${'x'.repeat(1000)}…`],
  ])('that is no error of GitHub is quoted as far as it goes: %o', (data, quoted) => {
    expect(quoteGitHub({ data })).toBe(quoted);
  });
});
