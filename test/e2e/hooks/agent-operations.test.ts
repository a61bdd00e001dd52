import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, noteHook } from './create-workspace.ts';
import { byText, LIMIT, noted, watchHooks } from './watch-hooks.ts';

const TEXT = '{agent} {operation} {timing} {feature} {path}';
const SPEC = 'specs/001-x/spec.md';
const TASKS = 'specs/001-x/tasks.md';

describe('an operation of an agent', LIMIT, () => {
  it('of spec-kit is told once by its artefact, and never by an edit', async () => {
    const workspace = createWorkspace();
    const watched = await watchHooks(
      workspace,
      noteHook('any', { event: 'agent' }, TEXT),
      noteHook('specify', { event: 'agent', agent: 'speckit', operation: 'specify', timing: 'after' }, 'specify'),
      noteHook('issues', { event: 'agent', operation: 'taskstoissues' }, 'never'),
      noteHook('before', { event: 'agent', timing: 'before' }, 'never'),
    );
    // As spec-kit does it: the template first.
    workspace.write(SPEC, '# Feature Specification: [FEATURE NAME]\n');
    workspace.write(TASKS, '');
    await watched.settled();
    workspace.write(SPEC, '# Feature Specification: Login\n');
    workspace.write('specs/001-x/checklists/requirements.md', '# Specification Quality Checklist: Login\n');
    await watched.untilCalls(2);
    workspace.write(SPEC, '# Feature Specification: Login and logout\n');
    workspace.write(TASKS, '# Tasks\n\n- [ ] T001 Begin\n');
    await watched.untilCalls(3);
    rmSync(join(workspace.folder, SPEC));
    await watched.settled();
    workspace.write(SPEC, '# Feature Specification: Once more\n');
    const { calls, runs } = await watched.end();
    expect(byText(calls)).toEqual(
      noted('specify', `speckit specify after 001-x ${SPEC}`, `speckit tasks after 001-x ${TASKS}`),
    );
    expect(runs.filter(({ hook, attempts }) => hook === 'issues' && attempts === 0)).toMatchObject([
      { reason: 'operation is "specify", not "taskstoissues"' },
      { reason: 'operation is "tasks", not "taskstoissues"' },
    ]);
  });
});
