import { realpath } from 'node:fs/promises';
import type { FileMark } from '@toolyard/core';
import { locateRepository, type GitRepository } from '../git/locate-repository.ts';
import { findDifferent, findMissing } from './compare-scan.ts';
import type { SeenPath } from './create-unsettled-files.ts';
import { identifyFolder } from './identify-folder.ts';
import { createIgnoreTest, type IgnoreRules } from './ignore-rules.ts';
import { inspectPath, type PathState } from './inspect-path.ts';
import { scanFolder, type FolderScanOptions, type SeenFolder, type FolderScan } from './scan-folder.ts';
import { readRootRules } from './read-root-rules.ts';
import { firstUnknown, hasAncestorIn, isInGit, parentFolderOf } from './tree-path.ts';

export interface TreeOptions extends FolderScanOptions {
  /** What the files looked like when they were last told. */
  readonly known: ReadonlyMap<string, FileMark>;
  /** Whether a path is of interest although it looks as it is known. */
  isFollowed(path: string): boolean;
  /** Whether what happens in a folder is noticed. */
  isArmed(folder: string): boolean;
  /** A file with rules for all repositories of the user. */
  readonly globalIgnore?: string;
  /** Says why something could not be read. */
  onUnreadable(path: string, reason: string): void;
}

/** A tree of files, and what differs in it from what is known. */
export class Tree {
  readonly #options: TreeOptions;
  #repository: GitRepository | undefined;
  #isTop = false;
  #folders = new Map<string, SeenFolder>();
  #lookedAt: number | undefined;

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  /** The repository at the last look. */
  get repository(): GitRepository | undefined {
    return this.#repository;
  }

  /** Whether the tree was a whole repository at the last look, and not a part of one. */
  get isTop(): boolean {
    return this.#isTop;
  }

  hasFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Looks at everything; gives nothing where the root is not there. */
  async look(): Promise<readonly SeenPath[] | undefined> {
    const { root, known, isOver } = this.#options;
    const begun = Date.now();
    const from = this.#lookedAt ?? begun;
    const rules = await this.#readRules();
    const identity = await identifyFolder(root);
    const scan = identity && (await scanFolder(this.#options, { path: '', identity, rules }));
    if (isOver()) return [];
    this.#folders = scan ? scan.folders : new Map<string, SeenFolder>();
    if (!scan || !this.hasFolder('')) return undefined;
    this.#lookedAt = begun;
    return this.#compare(scan, known.keys(), from);
  }

  /** Looks at paths of which something was noticed from a time on, and into folders that are new. */
  async lookAt(paths: ReadonlySet<string>, from: number): Promise<readonly SeenPath[]> {
    const { known, pacer, isOver } = this.#options;
    const scan: FolderScan = { files: new Map(), folders: new Map(), unreadable: new Map() };
    const removed = new Set<string>();
    const targets = new Set([...paths].map((path) => firstUnknown(path, this.#folders)));
    for (const path of targets) {
      await pacer.pause();
      if (isOver()) return [];
      if (!isInGit(path) && (await this.#lookAtPath(path, scan))) removed.add(path);
    }
    const below = removed.size === 0 ? [] : [...known.keys()].filter((path) => hasAncestorIn(path, removed));
    const single = [...targets].filter((path) => known.has(path));
    return this.#compare(scan, new Set([...single, ...below]), from);
  }

  async #readRules(): Promise<IgnoreRules> {
    const { root, globalIgnore } = this.#options;
    const realRoot = await realpath(root).catch(() => root);
    this.#repository = await locateRepository(realRoot);
    this.#isTop = this.#repository?.root === realRoot;
    return readRootRules(realRoot, this.#repository, globalIgnore);
  }

  #compare(scan: FolderScan, expected: Iterable<string>, from: number): readonly SeenPath[] {
    const { known, isFollowed, onUnreadable } = this.#options;
    for (const [path, reason] of scan.unreadable) onUnreadable(path, reason);
    return [...findDifferent(scan, known, isFollowed, from), ...findMissing(expected, scan, this.#folders, from)];
  }

  /** Looks at one path in a folder that is known; gives whether a folder is not there any more. */
  async #lookAtPath(path: string, scan: FolderScan): Promise<boolean> {
    const state = inspectPath(this.#options.root, path);
    const parent = this.#folders.get(parentFolderOf(path));
    if (state.kind === 'unknown') scan.unreadable.set(path, state.reason);
    if (state.kind === 'unknown' || parent === undefined || this.#isUnchanged(path, state)) return false;
    const test = createIgnoreTest(parent.rules);
    if (test.ignores(path, state.kind === 'folder')) return false;
    const wasFolder = this.#forget(path);
    if (state.kind === 'file') scan.files.set(path, state.stamp);
    if (state.kind !== 'folder') return wasFolder;
    const inside = await scanFolder(this.#options, { path, identity: state.identity, rules: test.rulesIn(path) });
    for (const [name, stamp] of inside.files) scan.files.set(name, stamp);
    for (const [name, folder] of inside.folders) this.#folders.set(name, folder);
    for (const [name, reason] of inside.unreadable) scan.unreadable.set(name, reason);
    return wasFolder;
  }

  /** Whether it was a folder. */
  #forget(folder: string): boolean {
    if (!this.hasFolder(folder)) return false;
    for (const path of this.#folders.keys()) {
      if (path === folder || path.startsWith(`${folder}/`)) this.#folders.delete(path);
    }
    return true;
  }

  /** Whether a folder is the one that is watched already. */
  #isUnchanged(path: string, state: PathState): boolean {
    const isSame = state.kind === 'folder' && state.identity === this.#folders.get(path)?.identity;
    return isSame && this.#options.isArmed(path);
  }
}
