import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { formatHelpItem } from './format-help-item.ts';

function helpAt(width: number): string[] {
  const program = new Command('toolyard')
    .configureHelp({ minWidthToWrap: 20, formatItem: formatHelpItem })
    .configureOutput({ getOutHelpWidth: () => width })
    .option('--wait <milliseconds>', 'how long to wait for servers that are starting, at most');
  return program.helpInformation().split('\n');
}

describe('formatHelpItem', () => {
  it('puts the description beside its term where there is room', () => {
    expect(helpAt(100)).toContain('  --wait <milliseconds>  how long to wait for servers that are starting, at most');
  });

  it('puts it below where there is none', () => {
    const lines = helpAt(40);
    expect(lines).toContain('  --wait <milliseconds>');
    expect(lines).toContain('      how long to wait for servers that');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
  });
});
