import { heapOf, withProbe } from '../measure/heap-of.mjs';
import { oneServer } from './echo-calls.mjs';
import { toPlace, useTarget, withFolder } from './place.mjs';

/** Starts a target on one server and runs with it and with `heap`, which gives the megabytes of its objects. */
export function withHeap(target, run) {
  return withFolder((folder) => {
    const place = withProbe({ ...oneServer(folder), ...toPlace(folder) });
    return useTarget(target, place, (opened) => run({ ...opened, heap: () => heapOf(opened.pid, place) }));
  });
}
