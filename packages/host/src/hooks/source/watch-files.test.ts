import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HookEngine, NewEvent } from '@toolyard/hooks';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Source } from './source.ts';
import { watchFiles } from './watch-files.ts';

const TEMPLATE = '# Feature Specification: [FEATURE NAME]\n';

/** A workspace, and a journal that only remembers. */
class Place {
  readonly folder = mkdtempSync(join(tmpdir(), 'toolyard-'));
  readonly marks = new Map<string, unknown>();
  readonly events: NewEvent[] = [];
  #fences = 0;

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  git(...args: string[]): void {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
    execFileSync('git', ['-C', this.folder, ...who, ...args], { env, stdio: 'pipe' });
  }

  async watch(): Promise<Source> {
    const note = (marks: object = {}): void => {
      for (const [name, value] of Object.entries(marks)) {
        if (value === null) this.marks.delete(name);
        else this.marks.set(name, value);
      }
    };
    const engine: Pick<HookEngine, 'enter' | 'mark' | 'marks'> = {
      marks: () => this.marks,
      mark: async (marks) => note(marks),
      enter: async (events, marks = []) => {
        this.events.push(...events);
        marks.forEach(note);
        return { ended: Promise.resolve([]), known: new Set<string>() };
      },
    };
    const source = watchFiles({
      workspace: this.folder,
      engine,
      own: [],
      onError: (error) => expect.fail(String(error)),
    });
    onTestFinished(() => source.close());
    await source.ready;
    return source;
  }

  /** The operations that were told up to now, when nothing more can come of what happened before. */
  async told(): Promise<readonly string[]> {
    this.#fences += 1;
    const fence = `fence-${this.#fences}`;
    this.write(fence, 'x');
    await waitUntil(() => this.events.some(({ values }) => values['path'] === fence), 30_000);
    const { events } = this;
    return events
      .filter(({ name }) => name === 'agent')
      .map(({ values }) => [values['agent'], values['operation'], values['feature'] ?? '-', values['path']].join(' '));
  }
}

describe('a watch of files', { timeout: 60_000 }, () => {
  it('tells an operation when its artefact appears, and no edit of it', async () => {
    const place = new Place();
    await place.watch();
    place.write('specs/001-x/spec.md', '# Login\n');
    place.write('specs/001-x/tasks.md', '# Tasks: Login\n\nNone yet.\n');
    expect(await place.told()).toEqual(['speckit specify 001-x specs/001-x/spec.md']);
    place.write('specs/001-x/spec.md', '# Login, again\n');
    place.write('specs/001-x/tasks.md', '# Tasks: Login\n\n- [ ] T001 Begin\n');
    expect(await place.told()).toEqual([
      'speckit specify 001-x specs/001-x/spec.md',
      'speckit tasks 001-x specs/001-x/tasks.md',
    ]);
    const [first] = place.events.filter(({ name }) => name === 'agent');
    // The mark of the file comes with its save: after a crash between the two the operation would be lost.
    const names = place.events.filter(({ values }) => values['path'] === 'specs/001-x/spec.md').map(({ name }) => name);
    expect(names).toEqual(['agent', 'file.created', 'file.saved', 'file.saved']);
    expect(first).toMatchObject({ values: { timing: 'after' }, window: [expect.any(Number), expect.any(Number)] });
  });

  it('waits until a template is filled in, also across a restart and where it was there from the start', async () => {
    const place = new Place();
    place.write('.specify/memory/constitution.md', '# [PROJECT_NAME] Constitution\n');
    place.write('specs/000-old/spec.md', '# Old\n');
    const first = await place.watch();
    place.write('specs/001-x/spec.md', TEMPLATE);
    expect(await place.told()).toEqual([]);
    await first.close();
    place.write('.specify/memory/constitution.md', '# Toolyard Constitution\n');
    place.write('specs/000-old/spec.md', '# Old, edited\n');
    await place.watch();
    place.write('specs/001-x/spec.md', '# Login\n');
    expect(await place.told()).toEqual([
      'speckit constitution - .specify/memory/constitution.md',
      'speckit specify 001-x specs/001-x/spec.md',
    ]);
  });

  it('takes what an earlier version has noted of files for old', async () => {
    const place = new Place();
    place.write('specs/001-x/quickstart.md', 'Run it.\n');
    await (await place.watch()).close();
    for (const name of place.marks.keys()) if (name.startsWith('agent')) place.marks.delete(name);
    await place.watch();
    place.write('specs/001-x/contracts/api.yaml', 'openapi: 3.1.0\n');
    place.write('specs/002-y/contracts/api.yaml', 'openapi: 3.1.0\n');
    expect(await place.told()).toEqual(['speckit design 002-y specs/002-y/contracts/api.yaml']);
  });

  it('survives artefacts that are long, no text, no file, or cannot be read', async () => {
    const place = new Place();
    await place.watch();
    place.write('specs/001-long/spec.md', 'x'.repeat(12 * 1024 * 1024));
    writeFileSync(join(place.folder, 'specs/001-long/plan.md'), Buffer.from([0xff, 0xfe, 0x00, 0x80]));
    mkdirSync(join(place.folder, 'specs/002-folder/spec.md'), { recursive: true });
    symlinkSync('/nowhere', join(place.folder, 'specs/002-folder/plan.md'));
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(place.folder, 'specs/002-folder/tasks.md')]);
    place.write('specs/__proto__/spec.md', '# Hostile\n');
    expect(await place.told()).toEqual([
      'speckit plan 001-long specs/001-long/plan.md',
      'speckit specify 001-long specs/001-long/spec.md',
      'speckit specify __proto__ specs/__proto__/spec.md',
    ]);
  });

  it('tells a proposal and its archive of OpenSpec', async () => {
    const place = new Place();
    await place.watch();
    place.write('openspec/changes/add-x/proposal.md', '## Why\n');
    place.write('openspec/changes/add-x/specs/auth/spec.md', '## ADDED Requirements\n');
    expect(await place.told()).toHaveLength(2);
    mkdirSync(join(place.folder, 'openspec/changes/archive'));
    renameSync(
      join(place.folder, 'openspec/changes/add-x'),
      join(place.folder, 'openspec/changes/archive/2026-01-02-add-x'),
    );
    place.write('openspec/specs/auth/spec.md', '# Auth\n');
    expect(await place.told()).toEqual([
      'openspec proposal add-x openspec/changes/add-x/proposal.md',
      'openspec specs add-x openspec/changes/add-x/specs/auth/spec.md',
      'openspec archive add-x openspec/changes/archive/2026-01-02-add-x/proposal.md',
    ]);
  });

  it('takes what git brings for no operation, and what is written after it for one', async () => {
    const place = new Place();
    place.git('init', '-q');
    place.git('commit', '-q', '--allow-empty', '-m', 'Begin');
    place.git('checkout', '-q', '-b', 'other');
    place.write('specs/001-x/spec.md', '# Login\n');
    place.git('add', '.');
    place.git('commit', '-q', '-m', 'Add a spec');
    place.git('checkout', '-q', 'main');
    await place.watch();
    place.git('checkout', '-q', 'other');
    expect(await place.told()).toEqual([]);
    place.git('checkout', '-q', 'main');
    expect(await place.told()).toEqual([]);
    place.git('merge', '-q', '--ff-only', 'other');
    expect(await place.told()).toEqual([]);
    // As spec-kit does it, within the same second.
    place.git('checkout', '-q', '-b', '002-y', 'HEAD~1');
    place.write('specs/002-y/spec.md', TEMPLATE);
    expect(await place.told()).toEqual([]);
    // Times of files come from a clock that is some milliseconds behind.
    const next = (Math.floor(Date.now() / 1000) + 1) * 1000 + 50;
    await waitUntil(() => Date.now() > next, 3000);
    place.write('specs/002-y/spec.md', '# Logout\n');
    expect(await place.told()).toEqual(['speckit specify 002-y specs/002-y/spec.md']);
  });

  it('tells an operation that is committed at once', async () => {
    const place = new Place();
    place.git('init', '-q');
    await place.watch();
    place.write('specs/001-x/spec.md', '# Login\n');
    place.git('add', '.');
    place.git('commit', '-q', '-m', 'Add a spec');
    expect(await place.told()).toEqual(['speckit specify 001-x specs/001-x/spec.md']);
  });
});
