import { describe, expect, it } from 'vitest';
import { AGENT_OPERATIONS } from '../hook/agent-operations.ts';
import { findArtefact } from './find-artefact.ts';

function named(path: string): string | undefined {
  const found = findArtefact(path);
  return found && [found.agent, found.operation, ...(found.feature === undefined ? [] : [found.feature])].join(' ');
}

describe('findArtefact', () => {
  it.each([
    ['specs/001-x/spec.md', 'speckit specify 001-x'],
    ['specs/001-x/plan.md', 'speckit plan 001-x'],
    ['specs/001-x/tasks.md', 'speckit tasks 001-x'],
    ['specs/001-x/research.md', 'speckit research 001-x'],
    ['specs/001-x/data-model.md', 'speckit datamodel 001-x'],
    ['specs/001-x/quickstart.md', 'speckit design 001-x'],
    ['specs/001-x/contracts/api/v1.yaml', 'speckit design 001-x'],
    ['specs/001-x/checklists/ux.md', 'speckit checklist 001-x'],
    ['.specify/memory/constitution.md', 'speckit constitution'],
    ['openspec/changes/add-x/proposal.md', 'openspec proposal add-x'],
    ['openspec/changes/add-x/design.md', 'openspec design add-x'],
    ['openspec/changes/add-x/tasks.md', 'openspec tasks add-x'],
    ['openspec/changes/add-x/specs/auth/spec.md', 'openspec specs add-x'],
    ['openspec/changes/archive/2026-01-02-add-x/proposal.md', 'openspec archive add-x'],
    ['openspec/changes/archive/2026-01-02-add-x/specs/auth/spec.md', 'openspec archive add-x'],
    ['openspec/changes/archive/old/tasks.md', 'openspec archive old'],
    ['openspec/changes/archive/2026-01-02-/tasks.md', 'openspec archive 2026-01-02-'],
  ])('takes %s for %s', (path, operation) => {
    expect(named(path)).toBe(operation);
  });

  it.each([
    'specs/spec.md',
    'specs/001-x/deep/spec.md',
    'specs/001-x/spec.md.bak',
    'specs/001-x/notes.md',
    // `specify` writes it.
    'specs/001-x/checklists/requirements.md',
    'packages/a/specs/001-x/spec.md',
    'openspec/specs/auth/spec.md',
    'openspec/project.md',
    'openspec/changes/proposal.md',
    'openspec/changes/archive/proposal.md',
    'openspec/changes/archive/specs',
    'openspec/changes/IMPLEMENTATION_ORDER.md',
    '.specify/templates/spec-template.md',
    'memory/constitution.md',
    '',
    '/',
  ])('takes %j for nothing', (path) => {
    expect(named(path)).toBeUndefined();
  });

  it('gives one key to all files of one operation, and another to each checklist', () => {
    const keys = (...paths: string[]): number => new Set(paths.map((path) => findArtefact(path)?.key)).size;
    expect(keys('specs/a/quickstart.md', 'specs/a/contracts/x.md', 'specs/a/contracts/y/z.md')).toBe(1);
    expect(keys('specs/a/quickstart.md', 'specs/b/quickstart.md')).toBe(2);
    expect(keys('specs/a/checklists/x.md', 'specs/a/checklists/y.md')).toBe(2);
    expect(keys('openspec/changes/archive/2026-01-02-a/x.md', 'openspec/changes/archive/2026-02-03-a/x.md')).toBe(2);
  });
});

describe('the operations', () => {
  it('are the fourteen of spec-kit, and those of OpenSpec', () => {
    const list = (name: string, isNoticed: boolean): string[] =>
      AGENT_OPERATIONS.filter(({ agent, artefacts }) => agent === name && (artefacts !== undefined) === isNoticed).map(
        ({ operation }) => operation,
      );
    const names = (name: string): object => ({ noticed: list(name, true), fired: list(name, false) });
    expect(names('speckit')).toEqual({
      noticed: ['research', 'datamodel', 'design', 'specify', 'plan', 'tasks', 'checklist', 'constitution'],
      fired: ['clarify', 'taskstoissues', 'analyze', 'implementation', 'unit-test', 'integration-test'],
    });
    expect(names('openspec')).toEqual({
      noticed: ['proposal', 'specs', 'design', 'tasks', 'archive'],
      fired: ['explore', 'new', 'update', 'apply', 'verify', 'sync'],
    });
  });
});
