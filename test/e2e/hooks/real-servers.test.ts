import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../harness/create-yard-folder.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
import { commitIn, initRepository, USER } from './git-in.ts';
import { approveHooks, LIMIT, noted, watchHooks } from './watch-hooks.ts';

function realServer(name: string, ...args: readonly string[]): { command: string; args: string[] } {
  const script = join(ROOT, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js');
  return { command: process.execPath, args: [script, ...args] };
}

function hookOf(id: string, trigger: object, tool: string, mappings: readonly object[]): object {
  const [serverId, toolName] = tool.split(':');
  return { id, trigger, action: { type: 'mcp', parameters: { serverId, toolName, parameterMappings: mappings } } };
}

function template(toolParam: string, value: unknown): object {
  return { toolParam, source: 'template', value };
}

function linesOf(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A repository with three servers: `rec`, one that keeps a graph in a file, and one that writes files elsewhere. */
function createRealWorkspace(): Workspace & { readonly graph: string; readonly files: string } {
  const place = mkdtempSync(join(tmpdir(), 'toolyard-e2e-real-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const [graph, files] = [join(place, 'graph.jsonl'), join(place, 'files')];
  mkdirSync(files);
  const workspace = createWorkspace({
    servers: {
      memory: { ...realServer('memory'), env: { MEMORY_FILE_PATH: graph } },
      files: realServer('filesystem', files),
    },
  });
  initRepository(workspace.folder);
  return { ...workspace, graph, files };
}

const SPEC = { event: 'file.saved', paths: ['specs/**'] };

describe('servers from npm', LIMIT, () => {
  it('keep exactly what files and commits gave them', async () => {
    const workspace = createRealWorkspace();
    const { graph, files } = workspace;
    const watched = await watchHooks(
      workspace,
      hookOf('remember', SPEC, 'memory:create_entities', [
        template('entities', [
          { name: '{feature}', entityType: 'spec', observations: ['on {branch} by {user}', 'at {path}'] },
        ]),
      ]),
      hookOf('changelog', { event: 'git.committed' }, 'files:write_file', [
        template('path', `${files}/CHANGELOG.md`),
        template('content', '{commit}\t{message}\n{{"by": "{user}"}}\n'),
      ]),
      // What one server gave goes to another one.
      hookOf('read', { event: 'hook.ended', if: { hook: 'changelog', status: 'success' } }, 'files:read_text_file', [
        { toolParam: 'path', source: 'literal', value: `${files}/CHANGELOG.md` },
      ]),
      noteHook('tell', { event: 'hook.ended', if: { hook: 'read' } }, '{result.content}'),
    );
    workspace.write('specs/005 "login"/spec.md', 'text');
    const commit = commitIn(workspace.folder, 'Add $(login) & "more" {feature}');
    await watched.untilCalls(1);
    await watched.untilRuns(1, ({ hook }) => hook === 'remember');
    const { calls, runs } = await watched.end();
    const changelog = `${commit}\tAdd $(login) & "more" {feature}\n{"by": "${USER}"}\n`;
    expect(readFileSync(join(files, 'CHANGELOG.md'), 'utf8')).toBe(changelog);
    expect(readdirSync(files)).toEqual(['CHANGELOG.md']);
    expect(calls).toEqual(noted(changelog));
    const entity = {
      name: '005 "login"',
      entityType: 'spec',
      observations: [`on main by ${USER}`, 'at specs/005 "login"/spec.md'],
    };
    expect(linesOf(graph)).toEqual([{ type: 'entity', ...entity }]);
    const ran = new Map(runs.filter(({ attempts }) => attempts > 0).map((run) => [run.hook, run]));
    expect([...ran.keys()].toSorted()).toEqual(['changelog', 'read', 'remember', 'tell']);
    expect(ran.get('remember')).toMatchObject({
      status: 'success',
      target: 'memory:create_entities',
      server: { key: 'memory', state: 'running', status: 'available' },
      arguments: { entities: [entity] },
      attempts: 1,
      ms: expect.any(Number),
      result: { entities: [entity] },
    });
    expect(
      ran
        .get('tell')
        ?.chain.map(({ hook, inferred }) => [hook, inferred])
        .slice(-2),
    ).toEqual([
      ['changelog', false],
      ['read', false],
    ]);
  });

  it('say themselves what is wrong, and that is in the log', async () => {
    const workspace = createRealWorkspace();
    await approveHooks(
      workspace,
      hookOf('outside', { event: 'webhook' }, 'files:write_file', [
        template('path', `${workspace.folder}/stolen.md`),
        template('content', 'x'),
      ]),
      hookOf('wrong', { event: 'task.ended' }, 'memory:create_entities', [template('entities', [{ name: '{user}' }])]),
    );
    expect((await workspace.hooks('fire', 'webhook')).code).toBe(1);
    expect((await workspace.hooks('fire', 'task.ended')).code).toBe(1);
    expect(existsSync(join(workspace.folder, 'stolen.md'))).toBe(false);
    expect(existsSync(workspace.graph)).toBe(false);
    expect(await workspace.log()).toMatchObject([
      { hook: 'outside', status: 'error', attempts: 1, reason: expect.stringContaining('Access denied') },
      // Nothing is sent that the schema of the tool does not allow.
      { hook: 'wrong', status: 'error', attempts: 0, reason: expect.stringContaining('entityType') },
    ]);
  });
});
