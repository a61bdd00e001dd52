import { describe, expect, it } from 'vitest';
import { SCENARIOS } from './client/scenarios.mjs';
import { CLIENT_SUITES, SERVERS, SUITES, toTargets } from './matrix.mjs';

describe('the matrix', () => {
  it('has each revision before each transport and each era', () => {
    const targets = toTargets(SERVERS).map(({ title }) => title);
    expect(SUITES.map(({ version, revision }) => `${version} ${revision}`)).toEqual([
      '0.1.16 2025-11-25',
      '0.2.0-alpha.12 2025-11-25',
      '0.2.0-alpha.12 2026-07-28',
    ]);
    expect(targets).toEqual([
      'fixture alone',
      'HTTP handshake',
      'HTTP stateless',
      'stdio handshake',
      'stdio stateless',
      'HTTP stateless, renamed',
      'stdio handshake, renamed',
    ]);
  });

  it('leaves the fixture alone in, whatever server is chosen', () => {
    expect(toTargets(SERVERS.slice(0, 1)).map(({ title }) => title)).toEqual(['fixture alone', 'HTTP handshake']);
  });

  it('has a way through every scenario of the client half', () => {
    const wanted = CLIENT_SUITES.flatMap(({ scenarios }) => scenarios);
    expect(wanted.filter((scenario) => SCENARIOS[scenario] === undefined)).toEqual([]);
  });
});
