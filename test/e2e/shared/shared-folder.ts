import { readFileSync } from 'node:fs';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { onTestFinished } from 'vitest';
import { runToolyard, type Finished } from '../cli/run-toolyard.ts';
import { createYardFolder, type Entry, type YardFolder } from '../harness/create-yard-folder.ts';

/** Settings under which tests on a busy machine do not give up early. */
const PATIENT = { listWaitMs: 60_000, sharedIdleMs: 1000 };

/** A folder whose yard in the background, if one was started, is gone after the test. */
export function createSharedFolder(servers: Readonly<Record<string, Entry>>, toolyard: object = {}): YardFolder {
  const place = createYardFolder(servers, { ...PATIENT, ...toolyard });
  onTestFinished(async () => {
    for (const pid of findBackgroundYards(place)) process.kill(pid, 'SIGTERM');
    await waitUntil(() => findBackgroundYards(place).length === 0, 20_000);
  });
  return place;
}

/** The pids of yards in the background that run on the folder's configuration. */
export function findBackgroundYards({ file }: YardFolder): number[] {
  return findProcesses(file).filter((pid) => commandLineOf(pid).includes('\0background\0'));
}

/** Runs a command on the folder's configuration to its end. */
export function runIn({ folder, file }: YardFolder, ...words: readonly string[]): Promise<Finished> {
  return runToolyard([...words, '--config', file], { cwd: folder });
}

/** The value that a command printed as JSON. */
export async function readJson(place: YardFolder, ...words: readonly string[]): Promise<unknown> {
  const { stdout, stderr } = await runIn(place, ...words, '--json');
  if (stdout === '') throw new Error(`It printed nothing: ${stderr}`);
  return JSON.parse(stdout);
}

/** As many names as wanted. */
export function range(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `s${index}`);
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
}
