import { readWritten, type ReadWritten } from '../../configuration/open-configuration.ts';
import { changeHost } from '../../ports/change-host.ts';
import type { OpenHooks } from '../read/open-hooks.ts';

/** Reads the configuration that hooks belong to as `readWritten` does, but asks nobody anything. */
export function readServers({ host, named }: Pick<OpenHooks, 'host' | 'named'>): Promise<ReadWritten> {
  return readWritten(changeHost(host, { approve: undefined, askInput: undefined }), named);
}
