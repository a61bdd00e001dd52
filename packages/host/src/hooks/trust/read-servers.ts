import { readWritten, type ReadWritten } from '../../configuration/open-configuration.ts';
import type { OpenHooks } from '../read/open-hooks.ts';

/** Reads the configuration that hooks belong to as `readWritten` does, but asks nobody anything. */
export function readServers({ host, named }: Pick<OpenHooks, 'host' | 'named'>): Promise<ReadWritten> {
  const { approve: _approve, askInput: _askInput, ...silent } = host;
  return readWritten(silent, named);
}
