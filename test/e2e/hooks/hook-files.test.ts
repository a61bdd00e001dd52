import { describe, expect, it } from 'vitest';
import { createWorkspace, noteHook } from './create-workspace.ts';
import { writeUserHooks } from './look-at-hooks.ts';
import { approveHooks, byText, FENCE, LIMIT, noted, watchAgain } from './watch-hooks.ts';

const SAVED = { event: 'file.saved', paths: ['src/**'] };

const YAML = `
version: 1
hooks:
  # What JSON does not have: comments, words without quotes, folded texts.
  - id: spec
    name: A spec was written
    trigger:
      event: file.saved
      paths: [specs/**/spec.md, '!specs/drafts/**']
    action:
      type: mcp
      parameters:
        serverId: rec
        toolName: note
        parameterMappings:
          - { toolParam: text, source: template, value: 'yes: {feature}' }
          - { toolParam: count, source: literal, value: 0x10 }
          - toolParam: value
            source: template
            value:
              path: '{path}'
              note: >-
                one
                line
              list: [1, 'two', null, no]
          - { toolParam: tags, source: literal, value: ['1', on] }
  - id: fence
    trigger: { event: file.created, paths: [fence/*] }
    action:
      type: mcp
      parameters:
        serverId: rec
        toolName: note
        parameterMappings: [{ toolParam: text, source: template, value: 'fence {path}' }]
`;

describe('hooks of the user and of the workspace', LIMIT, () => {
  it('differ in that only those of the workspace need an approval', async () => {
    const workspace = createWorkspace();
    writeUserHooks(workspace, noteHook('own', SAVED, 'own {path}'));
    await approveHooks(workspace);
    workspace.writeHooks(noteHook('unseen', SAVED, 'unseen {path}'), FENCE);
    const watched = await watchAgain(workspace);
    workspace.write('src/a.md', 'first');
    await watched.untilCalls(1);
    await watched.untilRuns(1, ({ reason }) => reason === 'not approved');
    // Approved elsewhere, it counts at once.
    expect((await workspace.hooks('approve', 'unseen', '--yes')).code).toBe(0);
    workspace.write('src/b.md', 'first');
    await watched.untilCalls(3);
    const { calls, runs } = await watched.end();
    expect(byText(calls)).toEqual(noted('own src/a.md', 'own src/b.md', 'unseen src/b.md'));
    const shown = runs.map((run) => `${run.hook} ${run.source} ${run.status} ${run.reason ?? run.attempts}`);
    expect(byText(shown)).toEqual([
      'own user success 1',
      'own user success 1',
      'unseen workspace skipped not approved',
      'unseen workspace success 1',
    ]);
  });
});

describe('a hooks file in YAML', LIMIT, () => {
  it('runs with exactly the values that it says', async () => {
    const workspace = createWorkspace();
    workspace.write('.toolyard/hooks.yaml', YAML);
    const watched = await watchAgain(workspace, '--yes');
    workspace.write('specs/drafts/spec.md', 'no');
    workspace.write('specs/login/spec.md', 'yes');
    await watched.untilCalls(1);
    const { calls, runs } = await watched.end();
    const given = {
      text: 'yes: login',
      count: 16,
      value: { path: 'specs/login/spec.md', note: 'one line', list: [1, 'two', null, 'no'] },
      tags: ['1', 'on'],
    };
    expect(calls).toEqual([{ tool: 'note', arguments: given }]);
    expect(runs).toMatchObject([
      { hook: 'spec', status: 'skipped', reason: 'path does not match specs/**/spec.md, !specs/drafts/**' },
      { hook: 'spec', name: 'A spec was written', status: 'success', arguments: given },
    ]);
  });
});
