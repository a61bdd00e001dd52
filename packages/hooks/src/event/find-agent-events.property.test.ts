import type { FileMark, SettledFile } from '@toolyard/core';
import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffFiles } from './diff-files.ts';
import { findAgentEvents, listArtefactChanges, toFirstAgentMarks } from './find-agent-events.ts';
import { findArtefact } from './find-artefact.ts';

const PATHS = [
  'specs/a/spec.md',
  'specs/b/spec.md',
  'specs/a/tasks.md',
  'specs/a/contracts/x.md',
  'specs/a/quickstart.md',
  'specs/a/checklists/x.md',
  '.specify/memory/constitution.md',
  'openspec/changes/a/proposal.md',
  'openspec/changes/archive/2026-01-02-a/proposal.md',
  'notes.md',
] as const;

const path = fc.constantFrom(...PATHS);

/** What people, agents and git do to files, and the moments at which Toolyard looks. */
const step = fc.oneof(
  fc.record({ do: fc.constant('write' as const), path, written: fc.boolean() }),
  fc.record({ do: fc.constant('delete' as const), path }),
  fc.record({ do: fc.constant('rename' as const), path, to: path }),
  fc.record({ do: fc.constant('look' as const), brought: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface ModelFile {
  readonly mark: FileMark;
  readonly written: boolean;
}

/** A workspace in memory, with what the journal knows of it. */
class Model {
  readonly files = new Map<string, ModelFile>();
  known = new Map<string, FileMark>();
  readonly marks = new Map<string, unknown>();
  readonly told: string[] = [];
  #count = 0;

  change(each: Exclude<Step, { do: 'look' }>): void {
    const file = this.files.get(each.path);
    this.#count += 1;
    if (each.do === 'write') {
      const mark = { mtimeMs: this.#count, size: this.#count, ino: file?.mark.ino ?? this.#count };
      this.files.set(each.path, { mark, written: each.written });
    } else {
      this.files.delete(each.path);
      if (each.do === 'rename' && file !== undefined) this.files.set(each.to, file);
    }
  }

  begin(): void {
    this.known = this.#now();
    for (const entry of Object.entries(toFirstAgentMarks(this.known, this.#written()))) this.marks.set(...entry);
  }

  /** Gives the keys of the operations that were told. */
  look(isBrought: boolean): readonly string[] {
    const gone = [...this.known.keys()].filter((each) => !this.files.has(each));
    const settled: SettledFile[] = [
      ...gone.map((each) => ({ path: each, gone: [0, 1] as const })),
      ...[...this.#now()].map(([each, mark]) => ({ path: each, stamp: { ...mark, ctimeMs: mark.mtimeMs } })),
    ];
    const candidates = listArtefactChanges(diffFiles(this.known, settled), this.marks);
    const found = findAgentEvents(candidates, { written: this.#written(), isBrought: () => isBrought });
    for (const marks of [found.marks, ...found.events.map((each) => each.marks)]) {
      for (const entry of Object.entries(marks)) this.marks.set(...entry);
    }
    this.known = this.#now();
    const keys = found.events.map(({ event }) => findArtefact(String(event.values['path']))?.key ?? 'none');
    this.told.push(...keys);
    return keys;
  }

  /** The operations whose artefacts are there and written. */
  writtenKeys(): ReadonlySet<string> {
    return new Set([...this.#written()].flatMap((each) => findArtefact(each)?.key ?? []));
  }

  #now(): Map<string, FileMark> {
    return new Map([...this.files].map(([each, { mark }]) => [each, mark]));
  }

  #written(): ReadonlySet<string> {
    return new Set([...this.files].filter(([, { written }]) => written).map(([each]) => each));
  }
}

it('tells each operation at most once, and exactly when an artefact of it is first seen written', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), fc.array(step, { maxLength: 40 }), (before, steps) => {
      const model = new Model();
      for (const each of before) if (each.do !== 'look') model.change(each);
      model.begin();
      const seen = new Set(model.writtenKeys());
      let hasRenamed = false;
      for (const each of steps) {
        if (each.do !== 'look') {
          model.change(each);
          hasRenamed ||= each.do === 'rename';
          continue;
        }
        const fresh = [...model.writtenKeys()].filter((key) => !seen.has(key));
        const told = model.look(each.brought);
        // What was moved from one feature to another is not told, so that only what was not moved has to be.
        expect(fresh).toEqual(expect.arrayContaining([...told]));
        if (each.brought) expect(told).toEqual([]);
        else if (!hasRenamed) expect(told.toSorted()).toEqual(fresh.toSorted());
        for (const key of model.writtenKeys()) seen.add(key);
      }
      expect(model.told).toEqual([...new Set(model.told)]);
      // Nothing is left for a second look.
      model.look(false);
      expect(model.look(false)).toEqual([]);
    }),
    { numRuns: runs(5000) },
  );
});
