import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import {
  createDiagnosticsWatch,
  type DiagnosticsWatch,
  type DiagnosticsWatchOptions,
} from './create-diagnostics-watch.ts';
import { isHooksFile } from './is-hooks-file.ts';
import type { EditorProblem } from './to-diagnostics-event.ts';

interface Setup {
  readonly watch: DiagnosticsWatch;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly problems: Map<string, readonly EditorProblem[]>;
  /** The files that were told together, each with its count of errors. */
  readonly told: string[][];
}

function create(options: Partial<DiagnosticsWatchOptions> = {}): Setup {
  const clock = createFakeClock();
  const problems = new Map<string, readonly EditorProblem[]>();
  const told: string[][] = [];
  const watch = createDiagnosticsWatch({
    clock,
    isWatched: (file) => !isHooksFile(file),
    read: (file) => problems.get(file) ?? [],
    onChanged: (changes) =>
      void told.push(changes.map(({ file, event }) => `${file} ${String(event.values['errors'])}`)),
    ...options,
  });
  return { watch, clock, problems, told };
}

function errors(count: number, message = 'Wrong'): readonly EditorProblem[] {
  return Array.from({ length: count }, () => ({ severity: 'error', message, line: 1, column: 1 }) as const);
}

function change({ watch, problems }: Setup, file: string, found: readonly EditorProblem[]): void {
  problems.set(file, found);
  watch.changed([file]);
}

it('tells one event for each settled change', () => {
  const setup = create();
  for (const count of [1, 2, 3]) {
    change(setup, '/a.ts', errors(count));
    setup.clock.advance(300);
  }
  expect(setup.told).toEqual([]);
  setup.clock.advance(500);
  expect(setup.told).toEqual([['/a.ts 3']]);
  change(setup, '/a.ts', []);
  setup.clock.advance(500);
  expect(setup.told.slice(1)).toEqual([['/a.ts 0']]);
});

it('tells nothing where everything is as it was', () => {
  const setup = create();
  setup.watch.changed(['/a.ts']);
  setup.clock.advance(500);
  change(setup, '/a.ts', errors(1));
  setup.clock.advance(500);
  // Away and back before it settled.
  change(setup, '/a.ts', []);
  change(setup, '/a.ts', [{ severity: 'error', message: 'Wrong', line: 9, column: 9 }]);
  setup.clock.advance(500);
  expect(setup.told).toEqual([['/a.ts 1']]);
});

it('tells of the same number of other problems', () => {
  const setup = create();
  change(setup, '/a.ts', errors(1));
  setup.clock.advance(500);
  change(setup, '/a.ts', errors(1, 'Also wrong'));
  setup.clock.advance(500);
  expect(setup.told).toHaveLength(2);
});

it('tells thousands of files together, with one timer', () => {
  const setup = create();
  const files = Array.from({ length: 6000 }, (_, index) => `/${index}.ts`);
  for (const file of files) setup.problems.set(file, errors(1));
  for (let from = 0; from < files.length; from += 100) setup.watch.changed(files.slice(from, from + 100));
  expect(setup.clock.pending).toBe(1);
  setup.clock.advance(500);
  expect(setup.told.map(({ length }) => length)).toEqual([6000]);
});

it('goes on telling quiet files while another one changes all the time', () => {
  const setup = create();
  change(setup, '/quiet.ts', errors(1));
  for (let count = 1; count <= 10; count++) {
    change(setup, '/busy.ts', errors(count));
    setup.clock.advance(100);
  }
  expect(setup.told).toEqual([['/quiet.ts 1']]);
});

it('says nothing of our own files', () => {
  const setup = create();
  change(setup, '/shop/.toolyard/hooks.yaml', errors(1));
  setup.clock.advance(500);
  expect(setup.told).toEqual([]);
});

it('remembers what an earlier session told, and forgets what is fine', () => {
  const kept: Readonly<Record<string, string>>[] = [];
  const first = create({ keep: (known) => void kept.push(known) });
  change(first, '/a.ts', errors(1));
  change(first, '/b.ts', errors(1));
  first.clock.advance(500);
  change(first, '/b.ts', []);
  first.clock.advance(500);
  expect(Object.keys(kept.at(-1) ?? {})).toEqual(['/a.ts']);

  const second = create({ known: kept.at(-1) ?? {} });
  change(second, '/a.ts', errors(1));
  change(second, '/b.ts', errors(1));
  second.clock.advance(500);
  expect(second.told).toEqual([['/b.ts 1']]);
});

it('tells nothing any more when it is over', () => {
  const setup = create();
  change(setup, '/a.ts', errors(1));
  setup.watch.dispose();
  setup.clock.advance(500);
  expect(setup.told).toEqual([]);
  expect(setup.clock.pending).toBe(0);
});
