import type { ServerDefinition } from '@toolyard/core';
import { exampleHook } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { parseAsFile } from '../../configuration/own-file.ts';
import { approveHook, summarizeHook } from './approve-hook.ts';
import { findChanges } from './find-changes.ts';
import type { ResolvedHook } from './resolve-approvals.ts';

function resolve(args: readonly string[], value: unknown, changes: Partial<ResolvedHook> = {}): ResolvedHook {
  const entry = { command: 'sh', args, env: { A_TOKEN: 'hunter22', HOW: '${HOW}' } };
  const text = JSON.stringify({ servers: { chat: entry } });
  const [server] = parseAsFile('/project/toolyard.json', text).servers as [ServerDefinition];
  const parameterMappings = [{ toolParam: 'api_key', source: 'literal' as const, value }];
  const parameters = { serverId: 'chat', toolName: 'post', parameterMappings, timeout: 1000 };
  const known = exampleHook({ action: { type: 'mcp', parameters } });
  const redact = (shown: unknown): unknown => String(shown).replaceAll('hunter44', '***');
  return { known, servers: [{ key: 'chat', server }], approval: 'not approved', hash: 'a-hash', redact, ...changes };
}

const ARGS = ['-c', 'B_TOKEN=hunter33; touch hunter44'];

describe('an approval of a hook', () => {
  it('keeps the lines that were seen, without secrets', async () => {
    const approved: unknown[] = [];
    const resolved = resolve(ARGS, 'hunter55');
    await approveHook(resolved, { approve: async (...given) => void approved.push(given) });
    const kept = summarizeHook(resolved);
    expect(approved).toEqual([['/workspace/hooks.json', 'announce', 'a-hash', kept]]);
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
    const seen = summarizeHook(resolve(ARGS, 'hunter55'));
    const before = { hook: 'announce', hash: 'x', at: 0, seen };
    expect(findChanges(resolve(['-c', 'touch y'], 'hunter55', { before }))).toEqual([
      '-    args     -c "B_TOKEN=***; touch ***"',
      '+    args     -c "touch y"',
    ]);
    expect(findChanges(resolve(ARGS, 'hunter66', { before }))).toEqual([]);
    expect(findChanges(resolve(ARGS, 'hunter66'))).toEqual([]);
  });
});
