import type { Host } from '../ports/host.ts';
import { addKeptAccess } from './add-kept-access.ts';
import { openHostModel, type HostModel } from './open-host-model.ts';

/** The model that the environment or the configuration chooses, with keys that the host keeps too. Rejects as `openHostModel` throws. */
export async function openKeptModel(
  host: Pick<Host, 'surroundings' | 'clock' | 'secrets'>,
  configuration: string | undefined,
): Promise<HostModel> {
  return openHostModel({ surroundings: await addKeptAccess(host), clock: host.clock }, { configuration });
}
