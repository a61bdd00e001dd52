import type { CallApprovals } from '@toolyard/assistant';
import { parseToolId } from '@toolyard/core';
import { resolvePlaces } from '@toolyard/node';
import type { NamedConfiguration } from '../configuration/to-find-options.ts';
import type { Host } from '../ports/host.ts';
import { stateStoreOf } from '../state/state-store.ts';
import type { YardPlace } from '../yard/locate-yard.ts';
import { readDefinitions } from './read-definitions.ts';

/** Whose tools are approved. */
export interface ApprovedYard {
  /** The configuration file, or what stands for it where there is none: absolute. */
  readonly file: string;
  /** The hash of a server's definition as it counts now; `undefined` where it is not known, and nothing is approved then. */
  hashOf(server: string): Promise<string | undefined>;
}

/** An approval that a person gave to the assistant. */
export interface GivenApproval {
  /** A tool id, or the key of a server: all its tools that are not destructive. */
  readonly name: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** The definition of the server is still the one that was approved. */
  readonly isCurrent: boolean;
}

/** The approvals of one configuration, as the assistant asks for them and as people look at them. */
export interface ToolApprovals extends CallApprovals {
  /** The oldest first. */
  list(): Promise<readonly GivenApproval[]>;
  /** Takes all approvals of a tool id, or of a key, back; false where there was none. */
  revoke(name: string): Promise<boolean>;
}

/**
 * Keeps what people approve for good where the host keeps its state. Each approval is bound to the definition of its server: where that
 * changes, it counts no more.
 */
export function createToolApprovals(
  host: Pick<Host, 'surroundings' | 'notify' | 'state'>,
  { file, hashOf }: ApprovedYard,
): ToolApprovals {
  const { toolApprovals: kept } = stateStoreOf(host);

  async function approve(name: string): Promise<void> {
    const hash = await hashOf(toServer(name));
    if (hash !== undefined) await kept.approve(file, name, hash);
  }

  return {
    async isApproved(tool) {
      const server = toServer(tool);
      const hash = await hashOf(server);
      if (hash === undefined) return false;
      return (await kept.isApproved(file, tool, hash)) || kept.isApproved(file, server, hash);
    },
    approveTool: approve,
    approveServer: approve,
    async list() {
      const given = await kept.list(file);
      const shown = given.map(async ({ name, hash, at }) => {
        const isCurrent = (await hashOf(toServer(name))) === hash;
        return { name, at, isCurrent };
      });
      return Promise.all(shown);
    },
    revoke: (name) => kept.revoke(file, name),
  };
}

/** The approvals for the configuration at a place, whether or not its servers run. */
export function openToolApprovals(
  host: Pick<Host, 'surroundings' | 'notify' | 'state'>,
  place: Pick<YardPlace, 'file'>,
  named: NamedConfiguration,
): ToolApprovals {
  const { hashOf } = readDefinitions(host, named);
  return createToolApprovals(host, { file: nameApproved(host, place), hashOf });
}

/** The built-in configuration belongs to the data folder, whose tasks it serves. */
export function nameApproved({ surroundings }: Pick<Host, 'surroundings'>, { file }: Pick<YardPlace, 'file'>): string {
  return file ?? resolvePlaces(surroundings).dataDir;
}

/** A key has no colon, so it is never taken for a tool id. */
function toServer(name: string): string {
  return parseToolId(name)?.server ?? name;
}
