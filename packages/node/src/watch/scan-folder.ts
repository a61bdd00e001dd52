import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessage, type FileStamp } from '@toolyard/core';
import type { Pacer } from './create-pacer.ts';
import { addRules, createIgnoreTest, type IgnoreRules } from './ignore-rules.ts';
import { inspectPath, isMissing } from './inspect-path.ts';
import { readIgnoreFile } from './read-root-rules.ts';

/** A folder as it was when it was last looked into. */
export interface SeenFolder {
  readonly identity: string;
  /** What is left out directly in it. */
  readonly rules: IgnoreRules;
}

/** All that lies below a folder and is not left out, by paths from the root of the tree. */
export interface FolderScan {
  readonly files: Map<string, FileStamp>;
  readonly folders: Map<string, SeenFolder>;
  /** Folders and files about which the system says nothing, and why. */
  readonly unreadable: Map<string, string>;
}

export interface FolderScanOptions {
  readonly root: string;
  /** Called before a folder is listed, so that what comes later is noticed. */
  arm(folder: string, identity: string): void;
  readonly pacer: Pacer;
  /** Whether to give up. */
  isOver(): boolean;
}

interface Place {
  readonly path: string;
  readonly identity: string;
  /** Without the folder's own file. */
  readonly rules: IgnoreRules;
}

const FOLDERS_AT_ONCE = 8;

/** Looks at a folder and everything below, level by level; `path` is empty for the root. */
export async function scanFolder(options: FolderScanOptions, start: Place): Promise<FolderScan> {
  const scan: FolderScan = { files: new Map(), folders: new Map(), unreadable: new Map() };
  for (let level = [start]; level.length > 0 && !options.isOver();) {
    const below: Place[] = [];
    await forEachLimited(level, FOLDERS_AT_ONCE, (place) => scanOne(options, place, scan, below));
    level = below;
  }
  return scan;
}

async function scanOne(options: FolderScanOptions, place: Place, scan: FolderScan, below: Place[]): Promise<void> {
  if (options.isOver()) return;
  options.arm(place.path, place.identity);
  const entries = await list(join(options.root, place.path), place.path, scan);
  if (entries === undefined) return;
  const rules = await readRules(options.root, place, entries);
  scan.folders.set(place.path, { identity: place.identity, rules });
  const test = createIgnoreTest(rules);
  for (const entry of entries) {
    await options.pacer.pause();
    if (options.isOver()) return;
    const path = place.path === '' ? entry.name : `${place.path}/${entry.name}`;
    if (isPassedOver(entry) || test.ignores(path, entry.isDirectory())) continue;
    const state = inspectPath(options.root, path);
    if (state.kind === 'file') scan.files.set(path, state.stamp);
    if (state.kind === 'folder') below.push({ path, identity: state.identity, rules: test.rulesIn(path) });
    if (state.kind === 'unknown') scan.unreadable.set(path, state.reason);
  }
}

function isPassedOver(entry: Dirent): boolean {
  return entry.name === '.git' || !(entry.isFile() || entry.isDirectory() || entry.isSymbolicLink());
}

async function list(folder: string, path: string, scan: FolderScan): Promise<Dirent[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (!isMissing(error)) scan.unreadable.set(path, toMessage(error));
    return undefined;
  }
}

async function readRules(root: string, place: Place, entries: readonly Dirent[]): Promise<IgnoreRules> {
  if (!entries.some((entry) => entry.name === '.gitignore')) return place.rules;
  const text = await readIgnoreFile(join(root, place.path, '.gitignore'));
  return text === undefined ? place.rules : addRules(place.rules, place.path, text);
}

/** Works on all items, on at most `limit` of them at the same time; fails with the first failure. */
async function forEachLimited<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  async function worker(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      const item = items[index];
      if (item !== undefined) await work(item);
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}
