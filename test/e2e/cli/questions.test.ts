import { describe, expect, it } from 'vitest';
import { describeCallQuestions, expectPassedOn, FORM, open, wordsOf } from './describe-call-questions.ts';
import { HAS_TERMINAL, startTerminal } from './start-terminal.ts';

describeCallQuestions('own');

describe.runIf(HAS_TERMINAL)('toolyard call in a yard that it joins', { timeout: 120_000 }, () => {
  it('passes the answers of a person on', () => expectPassedOn('joined'));
});

describe.runIf(HAS_TERMINAL)('toolyard call --json at a terminal', { timeout: 120_000 }, () => {
  it('asks nobody where a program reads the result', async () => {
    const place = await open('own');
    const words = [...wordsOf(place, 'elicitation/create', FORM), '--json'];
    const { code, stdout, shown } = await startTerminal(words, place.folder).finished;
    expect(JSON.parse(JSON.parse(stdout).content[0].text).error).toMatchObject({ code: -32601 });
    expect(shown).toContain('Server "wizard" asked for input, but --json in a pipe asks no questions\n');
    expect(code).toBe(0);
  });

  it('asks where the result is shown', async () => {
    const place = await open('own');
    const words = [...wordsOf(place, 'elicitation/create', FORM), '--json'];
    const terminal = startTerminal(words, place.folder, 'shown');
    await terminal.type('> ', '/decline\r');
    expect((await terminal.finished).shown).toContain('\\"action\\":\\"decline\\"');
  });
});
