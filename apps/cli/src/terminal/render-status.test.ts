import type { ServerStatus } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import type { Screen } from './create-screen.ts';
import { renderStatus } from './render-status.ts';

const reason = '"npxx" was not found on the PATH. Install it, or set "command".';
const servers: readonly ServerStatus[] = [
  { key: 'files', state: 'running', tools: 14, failures: 0 },
  { key: 'a-rather-long-key', state: 'auto-disabled', tools: 0, failures: 4, phase: 'startup', reason },
  { key: 'off', state: 'disabled', tools: 0, failures: 1, phase: 'startup', reason },
];

function screenOf(width?: number): Screen {
  const screen = {
    isTerminal: width !== undefined,
    line: () => undefined,
    paint: (_tone: string, text: string) => text,
  };
  return width === undefined ? screen : { ...screen, width };
}

describe('renderStatus', () => {
  it('gives a pipe everything, each note on one line', () => {
    expect(renderStatus(servers, screenOf())).toEqual([
      'SERVER             STATE          TOOLS  FAILURES  DETAIL',
      'files              running        14     0',
      'a-rather-long-key  auto-disabled  0      4',
      'off                disabled       0      1',
      '',
      `a-rather-long-key: startup: ${reason} Toolyard no longer retries it. Fix it, then run: toolyard enable a-rather-long-key`,
      'off: To use it, run: toolyard enable off',
    ]);
  });

  it('says what is missing of a server that runs', () => {
    const cut = 'its list of tools is longer than 3 entries ("listEntryLimit"); the rest is left out';
    const lines = renderStatus([{ key: 'files', state: 'running', tools: 3, failures: 0, reason: cut }], screenOf());
    expect(lines.at(-1)).toBe(`files: ${cut}.`);
  });

  it('cuts neither a state nor a reason on a narrow terminal', () => {
    const lines = renderStatus(servers, screenOf(40));
    expect(lines).toEqual([
      'SERVER    STATE          TOOLS  FAILURES',
      'files     running        14     0',
      'a-rathe…  auto-disabled  0      4',
      'off       disabled       0      1',
      '',
      'a-rather-long-key: startup: "npxx" was',
      '  not found on the PATH. Install it, or',
      '  set "command". Toolyard no longer',
      '  retries it. Fix it, then run: toolyard',
      '  enable a-rather-long-key',
      'off: To use it, run: toolyard enable off',
    ]);
  });

  it('has a column for latency where there is one', () => {
    const [header] = renderStatus(
      [{ key: 'files', state: 'running', tools: 1, failures: 0, latencyMs: 3.2 }],
      screenOf(),
    );
    expect(header).toContain('LATENCY');
  });

  it('says nothing below the table where every server runs', () => {
    expect(renderStatus(servers.slice(0, 1), screenOf())).toHaveLength(2);
  });
});
