import { toToolId, type CallRecord, type Yard } from '@toolyard/core';
import type { HookYard } from '@toolyard/hooks';

/** What hooks need of a yard, in this process or joined. */
export function createHookYard(yard: Yard): HookYard {
  return {
    // Without the host's respondent: hooks run while nobody looks on.
    caller: yard.caller,
    server: (key) => yard.server(key),
    tool: (server, name) => yard.catalogue.find('tools', toToolId(server, name))?.definition,
    settled: (key, signal) => yard.settled({ key, signal }),
    revive: (key) => yard.enable(key),
    noteRefusal: (call, why) => void yard.calls.noteRefusal(call, why),
    onAttempt(run, listener) {
      const tell = (call: CallRecord): void => {
        if (call.hook?.run === run && call.status === 'executing') listener(call.retryAttempt + 1, call.startedAt);
      };
      return yard.calls.on((event) => event.type === 'call-changed' && tell(event.call));
    },
  };
}
