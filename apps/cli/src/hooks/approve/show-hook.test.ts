import type { ServerDefinition } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { parseAsFile } from '@toolyard/host';
import { exampleHook } from './example-hook.ts';
import type { JudgedHook } from './judge-hooks.ts';
import { showHook, summarizeHook } from './show-hook.ts';

function judge(args: readonly string[], value: unknown, changes: Partial<JudgedHook> = {}): JudgedHook {
  const entry = { command: 'sh', args, env: { A_TOKEN: 'hunter22', HOW: '${HOW}' } };
  const text = JSON.stringify({ servers: { chat: entry } });
  const [server] = parseAsFile('/project/toolyard.json', text).servers as [ServerDefinition];
  const parameterMappings = [{ toolParam: 'api_key', source: 'literal' as const, value }];
  const parameters = { serverId: 'chat', toolName: 'post', parameterMappings, timeout: 1000 };
  const known = exampleHook({ action: { type: 'mcp', parameters } });
  const redact = (shown: unknown): unknown => String(shown).replaceAll('hunter44', '***');
  return { known, server, approval: 'not approved', hash: '', redact, ...changes };
}

function show(judged: JudgedHook): string {
  let shown = '';
  const stderr = { write: (text: string) => ((shown += text), true) } as unknown as NodeJS.WriteStream;
  showHook(judged, { stderr, env: { NO_COLOR: '1' } });
  return shown;
}

const ARGS = ['-c', 'B_TOKEN=hunter33; touch hunter44'];

describe('an approval of a hook', () => {
  it('shows the hook and its server whole', () => {
    const shown = show(judge(ARGS, 'hunter55'));
    expect(shown).toContain('    api_key  literal "hunter55"\n');
    expect(shown).toContain(
      '  server  chat\n    command  sh\n    args     -c "B_TOKEN=hunter33; touch hunter44"\n' +
        '    env      A_TOKEN=hunter22\n             HOW=${HOW}\n    cwd      /project\n',
    );
  });

  it('keeps the same lines without secrets', () => {
    const kept = summarizeHook(judge(ARGS, 'hunter55'));
    expect(kept.join('\n')).not.toContain('hunter');
    expect(kept.slice(3)).toEqual([
      '    api_key  literal "***"',
      '  server  chat',
      '    command  sh',
      '    args     -c "B_TOKEN=***; touch ***"',
      '    env      A_TOKEN=***',
      '             HOW=${HOW}',
      '    cwd      /project',
    ]);
  });

  it('says what changed since, by the lines that were kept', () => {
    const seen = summarizeHook(judge(ARGS, 'hunter55'));
    const before = { hook: 'announce', hash: 'x', at: 0, seen };
    expect(show(judge(['-c', 'touch y'], 'hunter55', { before }))).toContain(
      '    -    args     -c "B_TOKEN=***; touch ***"\n    +    args     -c "touch y"\n',
    );
    expect(show(judge(ARGS, 'hunter66', { before }))).toContain('  changed since it was approved, in what is masked');
  });
});
