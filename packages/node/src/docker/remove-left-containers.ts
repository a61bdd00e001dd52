import type { Log } from '@toolyard/core';
import { resolveOwnerState, LABELS } from './container-owner.ts';
import type { DockerClient } from './create-docker-client.ts';
import { listContainers } from './list-containers.ts';
import type { ListedContainer } from './parse-docker-reply.ts';
import { removeContainer } from './remove-container.ts';

/** Removes the containers of a configuration whose Toolyard is known to be gone: an engine can serve several machines and sandboxes. */
export async function removeLeftContainers(engine: DockerClient, configuration: string, log: Log): Promise<void> {
  const found = await listContainers(engine, { label: [`${LABELS.configuration}=${configuration}`] });
  const left = found.filter(
    // Only labels count, whatever the engine makes of its filter.
    ({ labels, state }) =>
      labels[LABELS.toolyard] !== undefined &&
      labels[LABELS.configuration] === configuration &&
      labels[LABELS.owner] !== undefined &&
      resolveOwnerState({ labels, state }) === 'gone',
  );
  await Promise.all(left.map((container) => removeLeftContainer(engine, container, log)));
}

/** Removes one that an earlier run left, and tells of it. */
export async function removeLeftContainer(
  engine: DockerClient,
  { id, name, labels }: ListedContainer,
  log: Log,
): Promise<void> {
  const isGone = await removeContainer(engine, id);
  const what = isGone ? 'was removed' : `could not be removed. Remove it by hand: docker rm -f ${name}`;
  log.write(isGone ? 'info' : 'warning', `Container "${name}", left by an earlier run, ${what}.`, labels[LABELS.key]);
}
