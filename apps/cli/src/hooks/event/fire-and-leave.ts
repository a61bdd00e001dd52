import { leaveEvents, type Left } from '@toolyard/host/hooks';
import type { Surroundings } from '@toolyard/host';
import { parseEventData } from './parse-event-data.ts';
import { parseEventName } from './parse-event-name.ts';

/** An event that is fired without waiting for what becomes of it. */
export interface FireAndLeaveOptions {
  readonly event: string;
  /** `name=value`, as they were typed. */
  readonly data?: readonly string[];
  readonly workspace?: string;
  readonly json?: boolean;
  /** The event is taken from git's logs, and is none where it is not there. */
  readonly fromGit?: boolean;
}

/** Where a command writes. */
export interface FireOutput {
  out(text: string): void;
  err(text: string): void;
}

/**
 * `toolyard hooks fire --no-wait`: leaves an event to the engine of the workspace. Git waits for nothing less, so this is all that is loaded
 * for it.
 */
export async function fireAndLeave(
  options: FireAndLeaveOptions,
  surroundings: Surroundings,
  { out, err }: FireOutput,
): Promise<void> {
  const { data = [], workspace, json = false, fromGit = false } = options;
  const name = parseEventName(options.event);
  const values = parseEventData(data);
  const left = await leaveEvents(surroundings, {
    ...(workspace !== undefined && { workspace }),
    find: async (folder) =>
      fromGit ? (await import('./find-noticed-events.ts')).findNoticedEvents(folder, name, values) : [{ name, values }],
  });
  if (json) out('[]\n');
  err(describeKept(left));
}

function describeKept({ workspace, kept }: Left): string {
  if (kept === 0) return '';
  const what = kept === 1 ? 'The event waits' : `${kept} events wait`;
  return `${what} for the next Toolyard that runs the hooks of ${workspace}, such as "toolyard hooks watch".\n`;
}
