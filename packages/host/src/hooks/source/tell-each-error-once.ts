import { toMessage } from '@toolyard/core';
import type { SourceOptions } from './source.ts';

/** Tells what is wrong once, as long as it stays the same; `undefined` says that nothing is. */
export function tellEachErrorOnce({ onError }: Pick<SourceOptions, 'onError'>): (error: unknown) => void {
  let told = '';
  return (error) => {
    const message = error === undefined ? '' : toMessage(error);
    if (message !== told && error !== undefined) onError(error);
    told = message;
  };
}
