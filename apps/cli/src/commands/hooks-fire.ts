import type { RunRecord } from '@toolyard/hooks';
import { enterEvent } from '../hooks/enter-event.ts';
import { explainNoHooks } from '../hooks/explain-no-hooks.ts';
import type { HooksOptions } from '../hooks/locate-hooks.ts';
import { openHooks } from '../hooks/open-hooks.ts';
import { parseEventData } from '../hooks/parse-event-data.ts';
import { parseEventName } from '../hooks/parse-event-name.ts';
import { readCause } from '../hooks/read-cause.ts';
import { reportRuns } from '../hooks/report-runs.ts';
import type { Host } from '../host/host.ts';

/** What is entered. */
export interface HooksFireOptions extends HooksOptions {
  readonly event: string;
  /** `name=value`, as they were typed. */
  readonly data?: readonly string[];
  /** False with `--no-wait`. */
  readonly wait?: boolean;
}

/** `toolyard hooks fire`: enters an event, and prints what ran because of it, or why nothing did. */
export async function runHooksFire(options: HooksFireOptions, host: Host): Promise<number> {
  const { event, data = [], wait = true, ...common } = options;
  const name = parseEventName(event);
  const values = parseEventData(data);
  const chain = readCause(host);
  const read = await openHooks(host, common);
  return enterEvent({
    read,
    event: { name, values, ...(chain === undefined ? {} : { chain }) },
    // A run that waits for another one may take the last place that the other one needs.
    wait: wait && chain === undefined,
    onLeft: () => void (common.json === true && reportRuns([], host, common)),
    report(records: readonly RunRecord[]) {
      const why = read.hooks.length === 0 ? explainNoHooks(read) : `No hook waits for ${name}.`;
      if (records.length === 0) host.stderr.write(`${why}\n`);
      return reportRuns(records, host, common);
    },
  });
}
