import { exampleRecord } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { renderLoggedRun, renderRun } from './render-run.ts';

const plain = { paint: (_tone: string, text: string): string => text };
const { startedAt: _started, ms: _ms, ...never } = exampleRecord({ attempts: 0, status: 'skipped' });

describe('renderRun', () => {
  it('says when, which hook, for which event and path, how it ended and how long it took', () => {
    expect(renderRun(exampleRecord(), plain)).toBe(
      '2026-11-15 10:00:01.142Z  announce  file.saved specs/a/spec.md  success  142 ms',
    );
  });

  it.each([
    ['git.committed', { commit: '1a2b3c4d5e6f', branch: 'main' }, 'git.committed 1a2b3c4'],
    ['git.pushed', { commit: '1a2b3c4d5e6f', remote: 'origin' }, 'git.pushed 1a2b3c4'],
    ['git.branch-changed', { commit: '1a2b3c4d5e6f', branch: 'dev', oldBranch: 'main' }, 'git.branch-changed dev'],
    ['hook.ended', { hook: 'lint', status: 'success' }, 'hook.ended lint'],
    ['schedule', { scheduled: '2026-11-15T10:00:00.000Z' }, 'schedule 2026-11-15T10:00:00.000Z'],
    ['agent', { operation: 'plan', path: 'specs/a/plan.md' }, 'agent plan specs/a/plan.md'],
    ['agent', { operation: 'clarify' }, 'agent clarify'],
    ['task.ended', { task: 'npm test', commit: 'x' }, 'task.ended npm test'],
    ['terminal.ended', { command: 'make' }, 'terminal.ended make'],
    ['webhook', { branch: 'main', commit: 5 }, 'webhook'],
  ] as const)('says what a %s was about', (name, context, shown) => {
    const event = { ...exampleRecord().event, name, context };
    expect(renderRun(exampleRecord({ event }), plain)).toBe(
      `2026-11-15 10:00:01.142Z  announce  ${shown}  success  142 ms`,
    );
  });

  it('has the beginning of the id where it is for the log', () => {
    expect(renderLoggedRun(exampleRecord({ id: '3f2a91bc-7d00-4e1b' }), plain)).toBe(
      '2026-11-15 10:00:01.142Z  3f2a91bc  announce  file.saved specs/a/spec.md  success  142 ms',
    );
  });

  it('gives the reason on the same line', () => {
    expect(renderRun({ ...never, reason: 'path does not match specs/**', count: 12 }, plain)).toBe(
      '2026-11-15 10:00:01.142Z  announce  file.saved specs/a/spec.md (12 times)  skipped: path does not match specs/**',
    );
    expect(renderRun({ ...never, reason: 'first\n  second\u001b[2J' }, plain)).toMatch(
      /skipped: first second\\u001b\[2J$/,
    );
  });

  it('shows the chain, and which of its links are guesses', () => {
    const chain = [
      { hook: 'a', run: 'r1', inferred: false },
      { hook: 'b', run: 'r2', inferred: true },
    ];
    const record = { ...never, hook: 'a', status: 'refused', reason: 'loop', chain } as const;
    expect(renderRun(record, plain)).toBe(
      '2026-11-15 10:00:01.142Z  a  file.saved specs/a/spec.md  refused: loop (chain: a → b (guessed) → a)',
    );
  });

  it('says what was tried again, repeated or replayed, and of how many paths', () => {
    const context = { paths: ['a', 'b', 'c'] };
    const event = { ...exampleRecord().event, context };
    expect(renderRun(exampleRecord({ event, attempts: 3, repeated: true, replayOf: 'run-0' }), plain)).toBe(
      '2026-11-15 10:00:01.142Z  announce  file.saved 3 paths  success  142 ms  3 attempts  repeated  replay of run-0',
    );
  });

  it('escapes what a hostile file or server put into it', () => {
    const line = renderRun(exampleRecord({ hook: 'a\u001b]0;x\u0007', reason: '\u202eb' }), plain);
    expect(line).toContain('a\\u001b]0;x\\u0007');
    expect(line).toContain(': \\u202eb');
  });
});
