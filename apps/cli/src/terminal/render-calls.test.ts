import type { CallRecord } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import type { Screen } from './create-screen.ts';
import { renderCalls } from './render-calls.ts';
import { textWidth } from './text-width.ts';

const SCREEN: Screen = { isTerminal: false, line: () => undefined, paint: (_tone, text) => text };

const AT = Date.UTC(2026, 10, 16, 14, 2, 11);
const record: CallRecord = {
  id: 'y-1',
  tool: 'files:read_file',
  server: 'files',
  toolName: 'read_file',
  origin: 'client',
  session: 'client-1',
  status: 'success',
  submittedAt: AT,
  startedAt: AT + 5,
  completedAt: AT + 48,
  retryAttempt: 0,
  maxRetries: 3,
};
const { startedAt: _, completedAt: __, ...waiting } = { ...record, status: 'pending' as const };
const refused: CallRecord = {
  ...waiting,
  status: 'error',
  origin: 'document',
  completedAt: AT,
  error: { code: 'tool-not-found', message: 'Tool not found: files:read_file' },
};

describe('renderCalls', () => {
  it('shows time, state, duration, origin, tool and session, and below why a call failed', () => {
    const running: CallRecord = { ...waiting, status: 'executing', startedAt: AT + 5 };
    expect(renderCalls([record, refused, waiting, running], SCREEN)).toEqual([
      'TIME UTC  STATUS     MS      ORIGIN     TOOL                          SESSION',
      '14:02:11  success    43      client     files:read_file               client-1',
      '14:02:11  refused            document   files:read_file               client-1',
      '          Tool not found: files:read_file',
      '14:02:11  waiting            client     files:read_file               client-1',
      '14:02:11  running            client     files:read_file               client-1',
    ]);
  });

  it('shows below a call where it comes from and who approved it, and what it was given where that is wanted', () => {
    const asked: CallRecord = {
      ...refused,
      origin: 'assistant',
      document: { path: 'notes/trip.md', line: 12 },
      conversation: 'c-1',
      approval: 'denied',
      parameters: { path: 'a\u202e.txt' },
    };
    expect(renderCalls([asked], SCREEN, { arguments: true }).slice(2)).toEqual([
      '          notes/trip.md:12, approval: denied, conversation: c-1',
      '          {"path":"a\\u202e.txt"}',
      '          Tool not found: files:read_file',
    ]);
    expect(renderCalls([asked], SCREEN).join()).not.toContain('.txt');
    expect(renderCalls([{ ...record, document: { path: 'notes/trip.md' } }], SCREEN)[2]).toBe(
      '          notes/trip.md',
    );
  });

  it('shows the date above calls of another day', () => {
    const earlier = { ...record, submittedAt: AT - 86_400_000 };
    const firsts = renderCalls([earlier, earlier, record], SCREEN, { now: AT }).map((line) => line.slice(0, 10));
    expect(firsts).toEqual(['TIME UTC  ', '2026-11-15', '14:02:11  ', '14:02:11  ', '2026-11-16', '14:02:11  ']);
    expect(renderCalls([record], SCREEN, { now: AT })).toHaveLength(2);
  });

  it.each(['timeout', 'cancelled', 'error'] as const)('names the end of a call that was made: %s', (status) => {
    expect(renderCalls([{ ...record, status }], SCREEN)[1]).toContain(`  ${status} `);
  });

  it.each([80, 60, 120])('fits %i columns, whatever the names are', (width) => {
    const long = { tool: `files:${'x'.repeat(300)}`, session: 's'.repeat(300), error: undefined };
    const message = `no ${'y'.repeat(200)} and ${'many words '.repeat(60)}`;
    const calls = [record, { ...refused, ...long, error: { code: 'tool-not-found', message } as const }];
    const lines = renderCalls(calls, width === 80 ? SCREEN : { ...SCREEN, width });
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width);
    expect(lines.join('\n')).toContain('many words many words');
  });

  it('shows what names and reasons hold, and lets nothing steer the terminal', () => {
    const error = { code: 'tool-not-found', message: 'none\u001b[2J\nhere' } as const;
    const shown = renderCalls([{ ...refused, tool: 'a:\u001b[2Jx', session: 's\u202e', error }], SCREEN).join('\n');
    expect(shown).toContain('a:\\u001b[2Jx');
    expect(shown).toContain('s\\u202e');
    for (const steering of ['\u001b', '\u202e']) expect(shown).not.toContain(steering);
  });
});
