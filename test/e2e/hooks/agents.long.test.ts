import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { askHook, createAgentWorkspace } from './agent-workspace.ts';

it('runs nothing that is not approved, or whose server changed since', async () => {
  const workspace = await createAgentWorkspace(
    [{ text: 'x' }],
    [askHook('review', { prompt: 'Go.', tools: ['rec:note', 'box:note'] })],
  );
  const unapproved = await workspace.hooks('run', 'review');
  expect(unapproved.stderr).toContain('is not approved, so it did not run');
  const shown = await workspace.hooks('approve', '--yes', '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject([
    { id: 'review', approval: 'approved', servers: [{ key: 'rec' }, { key: 'box' }] },
  ]);
  const before = readFileSync(workspace.config, 'utf8');
  writeFileSync(workspace.config, before.replace('"WIPES":"1"', '"WIPES":"2"'));
  expect(readFileSync(workspace.config, 'utf8')).not.toBe(before);
  const fired = await workspace.hooks('fire', 'manual');
  expect(fired.stdout).toContain('changed since approved');
  expect(workspace.model.requests).toEqual([]);
});

it('tells with a dry run what would be asked, and asks nobody', async () => {
  const workspace = await createAgentWorkspace(
    [],
    [askHook('review', { prompt: 'Review {branch}.', tools: ['rec:l*'], servers: ['box'] })],
  );
  const words = ['run', 'review', '--dry-run', '--data', 'branch=main', '--json'];
  const first = await workspace.hooks(...words);
  expect(JSON.parse(first.stdout)).toMatchObject({
    arguments: {
      prompt: expect.stringContaining('>main<'),
      model: workspace.model.modelId,
      offered: [],
      unknownServers: ['box', 'rec'],
    },
    problems: [],
  });
  // From now on the tools are remembered.
  expect((await workspace.hooks('check')).code).toBe(0);
  const { arguments: given } = JSON.parse((await workspace.hooks(...words)).stdout);
  expect(given.offered).toContain('rec:look');
  expect(given.offered).toContain('box:note');
  expect(given.offered).not.toContain('box:wipe_one');
  expect(given.offered).not.toContain('rec:note');
  const why = await workspace.hooks('why', 'manual', '--data', 'branch=main', '--json');
  expect(JSON.parse(why.stdout)).toMatchObject([{ reason: 'not approved', arguments: { offered: given.offered } }]);
  expect(workspace.model.requests).toEqual([]);
  expect(await workspace.log()).toEqual([]);
});

it('says what is wrong with the key of the provider, and does not show it', async () => {
  const hook = askHook('review', { prompt: 'Go.' });
  const workspace = await createAgentWorkspace([], [hook], { env: { ANTHROPIC_API_KEY: 'wrong-key' } });
  const refused = await workspace.hooks('run', 'review', '--yes');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('ANTHROPIC_API_KEY') });
  expect(`${refused.stderr}${JSON.stringify(await workspace.log())}`).not.toContain('wrong-key');
});

it('ends with its time limit while the model answers', async () => {
  const workspace = await createAgentWorkspace(
    [{ text: 'Half', ends: 'silence' }],
    [askHook('review', { prompt: 'Go.', timeout: 2000 })],
  );
  const { code, stderr } = await workspace.hooks('run', 'review', '--yes');
  expect(code).toBe(1);
  expect(stderr).toContain('Execution timeout after 2000 ms');
  expect(await workspace.log()).toMatchObject([{ status: 'timeout', result: { reason: 'stopped' } }]);
});
