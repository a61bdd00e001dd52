import { describeRun, type RunRecord } from '@toolyard/hooks';
import type { Screen } from '../../terminal/create-screen.ts';
import { RUN_TONES } from './render-run.ts';

/** All that is known about a run, for people. */
export function renderWholeRun(record: RunRecord, screen: Pick<Screen, 'paint'>): string[] {
  return describeRun(record, {
    label: (text) => screen.paint('quiet', text),
    status: (status) => screen.paint(RUN_TONES[status], status),
  });
}
