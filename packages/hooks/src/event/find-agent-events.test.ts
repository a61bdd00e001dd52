import type { FileStamp } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import {
  findAgentEvents,
  hasAgentMarks,
  listArtefactChanges,
  listFirstArtefacts,
  toFirstAgentMarks,
  type ArtefactFacts,
} from './find-agent-events.ts';
import type { FileChange } from './file-change.ts';

const STAMP: FileStamp = { mtimeMs: 1000, ctimeMs: 2000.5, size: 5, ino: 7 };
const SPEC = 'specs/001-x/spec.md';

function created(path: string): FileChange {
  return { type: 'created', path, stamp: STAMP };
}

function find(
  changes: readonly FileChange[],
  marks: Readonly<Record<string, unknown>> = {},
  facts: Partial<ArtefactFacts> = {},
): { readonly told: readonly string[]; readonly marks: object } {
  const written = new Set(changes.map(({ path }) => path));
  const candidates = listArtefactChanges(changes, new Map(Object.entries(marks)));
  const found = findAgentEvents(candidates, { written, isBrought: () => false, ...facts });
  const told = found.events.map(({ event: { values } }) => `${String(values['operation'])} ${String(values['path'])}`);
  return { told, marks: Object.assign({}, found.marks, ...found.events.map((each) => each.marks)) };
}

describe('findAgentEvents', () => {
  it('tells an operation with all its values, when its artefact may have been written, and its mark', () => {
    const candidates = listArtefactChanges([created(SPEC)], new Map());
    expect(findAgentEvents(candidates, { written: new Set([SPEC]), isBrought: () => false })).toEqual({
      events: [
        {
          event: {
            name: 'agent',
            id: expect.stringMatching(/^[0-9a-f]{32}$/),
            values: { agent: 'speckit', operation: 'specify', timing: 'after', path: SPEC, feature: '001-x' },
            window: [2000, 2011],
          },
          marks: { 'agent:speckit/specify:001-x': 'done' },
        },
      ],
      marks: {},
    });
  });

  it('gives an operation the same id whenever it is found', () => {
    const idOf = (path: string): unknown => {
      const candidates = listArtefactChanges([created(path)], new Map());
      return findAgentEvents(candidates, { written: new Set([path]), isBrought: () => false }).events[0]?.event.id;
    };
    expect(idOf(SPEC)).toBe(idOf(SPEC));
    expect(idOf('specs/a/contracts/x')).toBe(idOf('specs/a/quickstart.md'));
    expect(new Set([SPEC, 'specs/002-y/spec.md', 'specs/001-x/plan.md'].map(idOf)).size).toBe(3);
  });

  it('tells no operation for an edit, a deletion or another file', () => {
    const changes: FileChange[] = [
      { type: 'saved', path: SPEC, stamp: STAMP },
      { type: 'deleted', path: 'specs/001-x/plan.md', gone: [1, 2] },
      created('README.md'),
    ];
    expect(find(changes)).toEqual({ told: [], marks: {} });
  });

  it('tells what is written later when it is written', () => {
    const open = find([created(SPEC)], {}, { written: new Set() });
    expect(open).toEqual({ told: [], marks: { 'agent:speckit/specify:001-x': 'open' } });
    const saved: FileChange = { type: 'saved', path: SPEC, stamp: STAMP };
    expect(find([saved], { ...open.marks }, { written: new Set() })).toEqual(open);
    expect(find([saved], { ...open.marks }).told).toEqual([`specify ${SPEC}`]);
  });

  it('tells an operation once, also where its artefact was deleted and made again', () => {
    const first = find([created(SPEC)]);
    expect(find([created(SPEC)], { ...first.marks })).toEqual({ told: [], marks: {} });
  });

  it('tells an operation with several files once, by the first that has something in it', () => {
    const paths = ['specs/a/contracts/x.yaml', 'specs/a/contracts/y.yaml', 'specs/a/quickstart.md'];
    const written = new Set(paths.slice(1));
    expect(find(paths.map(created), {}, { written })).toEqual({
      told: ['design specs/a/contracts/y.yaml'],
      marks: { 'agent:speckit/design:a': 'done' },
    });
  });

  it('tells nothing for what git brought, and nothing for it later', () => {
    const brought = find([created(SPEC)], {}, { isBrought: (at) => at === STAMP.ctimeMs });
    expect(brought).toEqual({ told: [], marks: { 'agent:speckit/specify:001-x': 'done' } });
  });

  it('waits for what git brought before it was written', () => {
    const facts = { written: new Set<string>(), isBrought: () => true };
    expect(find([created(SPEC)], {}, facts).marks).toEqual({ 'agent:speckit/specify:001-x': 'open' });
  });

  it('takes a feature that was renamed for no operation, and a change that was archived for one', () => {
    const moved = (oldPath: string, path: string): FileChange => ({ type: 'renamed', path, oldPath, stamp: STAMP });
    expect(find([moved(SPEC, 'specs/002-x/spec.md')])).toEqual({
      told: [],
      marks: { 'agent:speckit/specify:002-x': 'done' },
    });
    expect(find([moved('draft.md', SPEC)]).told).toEqual([`specify ${SPEC}`]);
    const archived = 'openspec/changes/archive/2026-01-02-add-x/proposal.md';
    expect(find([moved('openspec/changes/add-x/proposal.md', archived)]).told).toEqual([`archive ${archived}`]);
  });
});

describe('the marks of a workspace that is first looked at', () => {
  it('keep what is there from being told, except for what is not written yet', () => {
    const known = new Map([SPEC, 'specs/001-x/plan.md', 'README.md'].map((path) => [path, STAMP]));
    expect(listFirstArtefacts(known).map(({ change }) => change.path)).toEqual([SPEC, 'specs/001-x/plan.md']);
    const marks = toFirstAgentMarks(known, new Set([SPEC]));
    expect(marks).toEqual({
      'agents:known': true,
      'agent:speckit/specify:001-x': 'done',
      'agent:speckit/plan:001-x': 'open',
    });
    expect(hasAgentMarks(new Map(Object.entries(marks)))).toBe(true);
    expect(hasAgentMarks(new Map())).toBe(false);
  });
});
