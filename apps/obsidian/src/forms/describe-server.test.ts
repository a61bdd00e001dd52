import { describe, expect, it } from 'vitest';
import { describeTest, labelServer, describeFacts } from './describe-server.ts';

const toTime = (iso: string): string => iso.slice(11, 16);
const TOOL = { name: 'a', isOn: true };

describe('a server in the settings', () => {
  it('says first what a person has to do, of one that is on', () => {
    expect(labelServer({ state: 'idle', block: 'not-approved' }).text).toBe('Not approved on this device');
    expect(labelServer({ state: 'disabled', block: 'not-approved' }).text).toBe('Off');
    expect(labelServer({ state: 'running' })).toEqual({ text: 'Connected', tone: 'good' });
  });

  it('shows its last attempt, whoever made it, its latency and its tools', () => {
    const times = {
      lastAttemptAt: '2026-11-16T10:00:00.000Z',
      lastConnectedAt: '2026-11-16T10:01:00.000Z',
      latencyMs: 3.6,
    };
    const tools = [TOOL, { ...TOOL, isOn: false }];
    expect(describeFacts({ ...times, tools }, { toTime })).toBe('Last attempt 10:01 · 4 ms · 1 of 2 tools');
    expect(describeFacts({ ...times, tools: [TOOL] }, { toTime, testedAt: '2026-11-16T11:00:00.000Z' })).toBe(
      'Last attempt 11:00 · 4 ms · 1 tool',
    );
    expect(describeFacts({ tools: [] }, { toTime })).toBe('');
  });

  it('names the tools that a test found, but not hundreds of them', () => {
    expect(describeTest({ ok: true, tools: [TOOL, { ...TOOL, name: 'b' }], ms: 12.4 })).toBe(
      'Connected in 12 ms. 2 tools: a, b.',
    );
    expect(describeTest({ ok: true, tools: [], ms: 1 })).toBe('Connected in 1 ms. It has no tools.');
    const many = Array.from({ length: 14 }, (_, index) => ({ ...TOOL, name: `t${index}` }));
    expect(describeTest({ ok: true, tools: many, ms: 1 })).toMatch(/14 tools: t0, .*, t11 and 2 more\.$/);
    expect(describeTest({ ok: false, reason: 'It failed.', lastLines: [] })).toBe('It failed.');
  });
});
