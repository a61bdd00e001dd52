import { describe, expect, it } from 'vitest';
import { SCENARIOS } from './client/scenarios.mjs';
import { CLIENT_SUITES, SERVERS, SUITES, toTargets } from './matrix.mjs';

describe('the matrix', () => {
  it('has each revision before each transport and each era', () => {
    expect(SUITES.map(({ version, revision }) => `${version} ${revision}`)).toEqual([
      '0.1.16 2025-11-25',
      '0.2.0-alpha.12 2025-11-25',
      '0.2.0-alpha.12 2026-07-28',
    ]);
    for (const suite of SUITES) {
      const cells = toTargets(suite, SERVERS).filter(({ naming }) => naming === 'none');
      expect(cells.map(({ server }) => `${server.transport} ${server.era}`)).toEqual([
        'http handshake',
        'http stateless',
        'stdio handshake',
        'stdio stateless',
      ]);
    }
  });

  it('has one of each transport and of each era once more with other names', () => {
    for (const suite of SUITES) {
      const cells = toTargets(suite, SERVERS).filter(({ naming }) => naming === 'safe');
      expect(cells.map(({ server }) => `${server.transport} ${server.era}`)).toEqual([
        'http stateless',
        'stdio handshake',
      ]);
    }
  });

  it('shares all servers, but for one that is run once more with a copy a session', () => {
    const own = SUITES.flatMap((suite) => toTargets(suite, SERVERS)).filter(({ sharing }) => sharing === 'per-session');
    expect(own.map(({ title }) => title)).toEqual(['stdio handshake, per session, renamed']);
  });

  it('leaves the fixture alone in, whatever server is chosen', () => {
    const [suite] = SUITES;
    const titles = toTargets(suite, SERVERS.slice(0, 1)).map(({ title }) => title);
    expect(titles).toEqual(['fixture alone', 'HTTP handshake']);
  });

  it('has a way through every scenario of the client half', () => {
    const wanted = CLIENT_SUITES.flatMap(({ scenarios }) => scenarios);
    expect(wanted.filter((scenario) => SCENARIOS[scenario] === undefined)).toEqual([]);
  });
});
