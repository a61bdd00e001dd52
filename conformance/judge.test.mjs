import { describe, expect, it } from 'vitest';
import { judgeClient, judgeFixture, judgeGateway, summarize } from './judge.mjs';
import { NOT_APPLICABLE, NOT_YET } from './matrix.mjs';

const [unscored] = NOT_YET.keys();
const [inapplicable] = NOT_APPLICABLE.keys();

const won = (...checks) => ({ passed: true, checks, lostChecks: 0, reasons: [] });
const lost = (why) => ({ passed: false, checks: ['begun'], lostChecks: 1, reasons: [why] });
const server = { era: 'handshake' };
const outcome = (results) => ({ title: 'some target', server, results: new Map(Object.entries(results)), retried: [] });

describe('the judgement of the fixture alone', () => {
  it('finds nothing wrong where all is won', () => {
    expect(judgeFixture({ scenarios: 2 }, outcome({ ping: won('a'), [unscored]: won('b') }))).toEqual([]);
  });

  it('names each scenario that is lost, with the reason', () => {
    expect(judgeFixture({ scenarios: 1 }, outcome({ ping: lost('no answer') }))).toEqual(['loses ping: no answer']);
  });

  it('says that a suite has another number of scenarios than before', () => {
    expect(judgeFixture({ scenarios: 3 }, outcome({ ping: won('a') }))).toEqual([
      'the suite ran 1 scenarios, and not the 3 that it is known to have',
    ]);
  });
});

describe('the judgement of the gateway', () => {
  const alone = outcome({ ping: won('a', 'b'), [unscored]: won('c') });
  const judge = (results) => judgeGateway({ scenarios: 2 }, alone, outcome(results));

  it('finds nothing wrong where it wins what the fixture alone wins', () => {
    expect(judge({ ping: won('a', 'b', 'c'), [unscored]: lost('no tasks') })).toEqual([]);
  });

  it('names what it loses and the fixture alone does not', () => {
    expect(judge({ ping: lost('no answer'), [unscored]: lost('no tasks') })).toEqual(['loses ping: no answer']);
  });

  it('does not count a scenario as won that was won with fewer checks', () => {
    expect(judge({ ping: won('a'), [unscored]: lost('no tasks') })).toEqual(['passes ping without the checks b']);
  });

  it('does without the checks that do not apply to a gateway', () => {
    const before = outcome({ ping: won('a', inapplicable) });
    expect(judgeGateway({ scenarios: 1 }, before, outcome({ ping: won('a') }))).toEqual([]);
  });

  it('wants a scenario that is won off the list of those that are not', () => {
    expect(judge({ ping: won('a', 'b'), [unscored]: won('c') })).toEqual([
      `passes ${unscored}, which conformance/matrix.mjs lists as not possible yet`,
    ]);
  });

  it('wants the same scenario to be won before a server of the other era', () => {
    const other = { ...outcome({ ping: won('a', 'b'), [unscored]: lost('no tasks') }), server: { era: 'stateless' } };
    expect(judgeGateway({ scenarios: 2 }, alone, other)).toEqual([`loses ${unscored}: no tasks`]);
  });

  it('names a scenario that was not run at all', () => {
    expect(judge({ [unscored]: lost('no tasks') })).toContain('did not run ping');
  });
});

describe('the judgement of the client', () => {
  it('wants every scenario of the list', () => {
    const suite = { scenarios: ['initialize', 'tools_call', 'sse-retry'] };
    expect(judgeClient(suite, outcome({ initialize: won('a'), tools_call: lost('not called') }))).toEqual([
      'loses tools_call: not called',
      'did not run sse-retry',
    ]);
  });
});

describe('the counts', () => {
  it('keep what is lost apart from what is not possible yet', () => {
    const results = { ping: won('a', 'b'), 'tools-list': lost('empty'), [unscored]: lost('no tasks') };
    expect(summarize(outcome(results))).toMatchObject({
      scenarios: 3,
      passed: 1,
      checks: { passed: 4, lost: 2 },
      notYet: [unscored],
      lost: [{ scenario: 'tools-list', reasons: ['empty'] }],
    });
  });
});
