import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApproved, scriptHook, watchRuns } from './approved-workspace.ts';
import { createWorkspace, noteHook } from './create-workspace.ts';
import { rename } from './file-hooks.ts';
import { byText, LIMIT, noted, watchHooks } from './watch-hooks.ts';

describe('an operation of an agent', LIMIT, () => {
  it('of OpenSpec is told for a proposal and for its archive', async () => {
    const workspace = createWorkspace();
    const watched = await watchHooks(
      workspace,
      noteHook('any', { event: 'agent', agent: 'openspec' }, '{agent} {operation} {timing} {feature} {path}'),
    );
    workspace.write('openspec/changes/add-x/proposal.md', '## Why\n');
    workspace.write('openspec/changes/add-x/tasks.md', '- [ ] 1.1 Begin\n');
    await watched.untilCalls(2);
    mkdirSync(join(workspace.folder, 'openspec/changes/archive'));
    rename(workspace, 'openspec/changes/add-x', 'openspec/changes/archive/2026-01-02-add-x');
    const { calls } = await watched.end();
    const archived = 'openspec/changes/archive/2026-01-02-add-x/proposal.md';
    expect(byText(calls)).toEqual(
      noted(
        `openspec archive after add-x ${archived}`,
        'openspec proposal after add-x openspec/changes/add-x/proposal.md',
        'openspec tasks after add-x openspec/changes/add-x/tasks.md',
      ),
    );
  });

  it('is watched for where no hook waits for files, belongs to the run that caused it, and is fired for "before"', async () => {
    const write =
      "require('node:fs').mkdirSync('specs/1',{recursive:true});require('node:fs').writeFileSync('specs/1/plan.md','# P')";
    const workspace = await createApproved([
      scriptHook('agent', { event: 'manual' }, write),
      noteHook('plan', { event: 'agent', operation: 'plan' }, '{timing} {path}'),
    ]);
    const watch = await watchRuns(workspace);
    expect((await workspace.hooks('run', 'agent')).code).toBe(0);
    const run = await watch.until(({ hook }) => hook === 'plan');
    expect(run).toMatchObject({ status: 'success', arguments: { text: 'after specs/1/plan.md' } });
    expect(run.chain).toMatchObject([{ hook: 'agent', inferred: true }]);
    const fired = await workspace.hooks('fire', 'agent', '--data', 'operation=plan', 'timing=before', 'path=x');
    expect(fired.stdout).toContain('  plan  agent plan x  success');
    expect(workspace.calls().at(-1)).toEqual({ tool: 'note', arguments: { text: 'before x' } });
  });
});
