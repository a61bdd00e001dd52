const real = { setTimeout, setInterval, clearTimeout, clearInterval };
const pending = new Map<unknown, NodeJS.Timeout>();
let last = 0;

/** How many timers wait. */
export function countTimers(): number {
  return pending.size;
}

// As in a renderer: timers are numbers.
Object.assign(globalThis, {
  setTimeout(action: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): number {
    const id = ++last;
    const run = (): void => {
      pending.delete(id);
      action(...args);
    };
    pending.set(id, real.setTimeout(run, ms));
    return id;
  },
  setInterval(action: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): number {
    pending.set(++last, real.setInterval(action, ms, ...args));
    return last;
  },
  clearTimeout: clear,
  clearInterval: clear,
});

// What belongs to the program that the host is only a part of.
const LISTENING = ['on', 'once', 'addListener', 'prependListener', 'prependOnceListener'];
for (const name of ['exit', 'chdir', 'stdin', 'stdout', ...LISTENING]) {
  Object.defineProperty(process, name, {
    get() {
      throw new Error(`process.${name} belongs to somebody else`);
    },
  });
}

function clear(id: unknown): void {
  real.clearTimeout(pending.get(id));
  pending.delete(id);
}
