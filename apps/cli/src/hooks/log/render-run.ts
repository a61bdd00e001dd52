import { toVisibleLine } from '@toolyard/core';
import { describeChain, nameEvent, toShownTime, type RunRecord, type RunStatus } from '@toolyard/hooks';
import type { Screen, Tone } from '../../terminal/create-screen.ts';

/** How each status is coloured. */
export const RUN_TONES: Readonly<Record<RunStatus, Tone>> = {
  success: 'good',
  error: 'bad',
  timeout: 'bad',
  cancelled: 'busy',
  interrupted: 'bad',
  skipped: 'quiet',
  refused: 'busy',
};

const SHORT_ID = 8;

/** A run on one line: time, hook, event and what it was about, status, duration, reason, and the chain that led to it. */
export function renderRun(record: RunRecord, screen: Pick<Screen, 'paint'>): string {
  return renderRunAt(record, screen, toShownTime(record.endedAt));
}

/** The same with the beginning of its id, by which it can be shown in full and repeated. */
export function renderLoggedRun(record: RunRecord, screen: Pick<Screen, 'paint'>): string {
  return renderRunAt(record, screen, `${toShownTime(record.endedAt)}  ${toVisibleLine(record.id.slice(0, SHORT_ID))}`);
}

/** The same after a time of one's own. */
export function renderRunAt(record: RunRecord, screen: Pick<Screen, 'paint'>, time: string): string {
  const { status, reason, ms, chain } = record;
  const parts = [
    screen.paint('quiet', time),
    screen.paint('strong', toVisibleLine(record.hook)),
    nameEvent(record),
    screen.paint(RUN_TONES[status], status),
    ...(ms === undefined ? [] : [`${Math.round(ms)} ms`]),
    ...marksOf(record),
  ];
  const why = reason === undefined ? '' : `: ${toOneLine(reason)}`;
  const cause = chain.length === 0 ? '' : screen.paint('quiet', ` (chain: ${describeChain(record)})`);
  return `${parts.join('  ')}${why}${cause}`;
}

/** A reason may hold what a tool said in several lines. */
function toOneLine(text: string): string {
  return toVisibleLine(text.trim().replaceAll(/\s+/g, ' '));
}

function marksOf({ attempts, repeated, replayOf }: RunRecord): string[] {
  return [
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(repeated === true ? ['repeated'] : []),
    ...(replayOf === undefined ? [] : [`replay of ${toVisibleLine(replayOf.slice(0, SHORT_ID))}`]),
  ];
}
