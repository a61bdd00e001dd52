import type { ToolCaller } from '@toolyard/core';
import type { ClosableYard } from '@toolyard/host';

/** A yard whose calls go through another caller; its members may be others at each use, so they are not copied. */
export function withCaller(used: ClosableYard, caller: ToolCaller): ClosableYard {
  return new Proxy(used, {
    get: (yard, name): unknown => (name === 'caller' ? caller : Reflect.get(yard, name)),
  });
}
