import type { BedWindow } from '../bed/open-window.ts';

interface Watch {
  /** By target and kind of event. */
  readonly listeners: Map<string, number>;
  readonly timers: Set<number>;
}

/** Counts from now on what a plugin leaves behind in a window; what it gives is told by kind, and holds no zeros. */
export async function watchLeftovers({ page }: BedWindow): Promise<() => Promise<Readonly<Record<string, number>>>> {
  const watch = await page.evaluateHandle(startWatch);
  return () =>
    watch.evaluate(({ listeners, timers }) => {
      const { bed } = globalThis as unknown as { bed: { registered(): Record<string, number> } };
      const counts = { ...bed.registered(), ...Object.fromEntries(listeners), timers: timers.size };
      const dialogs = document.querySelectorAll('.modal-container').length;
      return Object.fromEntries(Object.entries({ ...counts, dialogs }).filter(([, count]) => count !== 0));
    });
}

/** Runs in the page. Listeners of an element go with it, so those of what stays are counted. */
function startWatch(): Watch {
  const watch: Watch = { listeners: new Map(), timers: new Set() };
  const staying = new Map<EventTarget, string>([
    [window, 'window'],
    [document, 'document'],
    [document.body, 'body'],
  ]);
  const known = new Map<string, Set<unknown>>();
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const forget = (target: EventTarget, type: string, listener: unknown): void => {
    const name = `${staying.get(target)} ${type}`;
    known.get(name)?.delete(listener);
    watch.listeners.set(name, known.get(name)?.size ?? 0);
  };
  EventTarget.prototype.addEventListener = function add(this: EventTarget | undefined, type, listener, options): void {
    const target = this ?? window;
    addEventListener.call(target, type, listener, options);
    if (!staying.has(target) || listener === null) return;
    const name = `${staying.get(target)} ${type}`;
    known.set(name, (known.get(name) ?? new Set()).add(listener));
    watch.listeners.set(name, known.get(name)?.size ?? 0);
    const { once = false, signal } = typeof options === 'object' ? options : {};
    if (once) addEventListener.call(target, type, () => forget(target, type, listener), { once });
    signal?.addEventListener('abort', () => forget(target, type, listener), { once: true });
  };
  EventTarget.prototype.removeEventListener = function remove(
    this: EventTarget | undefined,
    type,
    listener,
    options,
  ): void {
    const target = this ?? window;
    removeEventListener.call(target, type, listener, options);
    if (staying.has(target)) forget(target, type, listener);
  };
  const { setTimeout: start, clearTimeout: end, setInterval: startEvery, clearInterval: endEvery } = window;
  const keep = (id: number): number => {
    watch.timers.add(id);
    return id;
  };
  Object.assign(window, {
    setTimeout(run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): number {
      const id: number = start(() => {
        watch.timers.delete(id);
        run(...args);
      }, ms);
      return keep(id);
    },
    clearTimeout(id: number): void {
      watch.timers.delete(id);
      end(id);
    },
    setInterval: (run: () => void, ms?: number, ...args: unknown[]): number => keep(startEvery(run, ms, ...args)),
    clearInterval(id: number): void {
      watch.timers.delete(id);
      endEvery(id);
    },
  });
  return watch;
}
