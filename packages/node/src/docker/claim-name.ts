import { ToolyardError, type DockerServer } from '@toolyard/core';
import { resolveOwnerState, LABELS } from './container-owner.ts';
import type { ListedContainer } from './parse-docker-reply.ts';

/** A name that the engine says is taken. */
export interface NameClaim {
  readonly server: DockerServer;
  readonly name: string;
  readonly holder: ListedContainer;
  readonly configuration: string;
  readonly owner: string;
  /** Whether this process still uses that container. */
  readonly isInUse: boolean;
}

/**
 * Why the container that has the name must stay, to be read after `Server "x" did not start: `; `undefined` where it was left by an earlier
 * run on the same configuration and may be removed.
 */
export function refuseClaim(claim: NameClaim): ToolyardError | undefined {
  const reason = findReason(claim);
  return reason === undefined ? undefined : new ToolyardError('server-start-failed', reason);
}

function findReason({ server, name, holder, configuration, owner, isInUse }: NameClaim): string | undefined {
  const { labels, image } = holder;
  const choose = 'Choose another "containerName"';
  if (labels[LABELS.toolyard] === undefined) {
    return `the container name "${name}" is in use by a container that is not Toolyard's (image "${image}"). ${choose}, or remove that container: docker rm -f ${name}`;
  }
  const key = labels[LABELS.key] ?? '';
  if (labels[LABELS.configuration] !== configuration) {
    return `the container name "${name}" is in use by server "${key}" of another configuration. ${choose}.`;
  }
  if (labels[LABELS.owner] === owner) {
    if (!isInUse) return undefined;
    return key === server.key
      ? `the container name "${name}" is in use by another copy of this server. Remove "containerName" to run several.`
      : `the container name "${name}" is in use by server "${key}". ${choose}.`;
  }
  const found = resolveOwnerState(holder);
  if (found === 'gone') return undefined;
  const who = found === 'unknown' ? 'on another machine, or in another container or sandbox' : `process ${found}`;
  return `the container name "${name}" is in use by another Toolyard on this configuration (${who}). Stop that, or leave "containerName" out.`;
}
