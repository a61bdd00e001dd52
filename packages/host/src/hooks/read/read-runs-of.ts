import { parseRunRecord, type RunRecord } from '@toolyard/hooks';
import { readRuns } from '@toolyard/node';
import type { HooksPlace } from './locate-hooks.ts';

/** All runs of a workspace that are kept, or the last ones, the oldest first. */
export async function readRunsOf(
  { runsFile }: Pick<HooksPlace, 'runsFile'>,
  count?: number,
): Promise<readonly RunRecord[]> {
  const records: RunRecord[] = [];
  await readRuns({
    file: runsFile,
    ...(count === undefined ? {} : { tail: count }),
    signal: new AbortController().signal,
    toRun: parseRunRecord,
    onRun: (record) => void records.push(record),
  });
  return records;
}
