import type { Frame } from '@toolyard/core';
import type { TokenScope } from '../domain/task-store.ts';

/** Who makes a call, as far as that is proved. */
export type McpCaller =
  | {
      /** May act for any user: the owner of the process, or whoever has the service token. */
      readonly kind: 'trusted';
      /** Whose calls they are where the call does not say. */
      readonly defaultUser?: string;
      /** Whom the transport names. */
      readonly named?: string;
    }
  | {
      /** Acts for this one user. */
      readonly kind: 'bound';
      readonly user: string;
      readonly scopes: readonly TokenScope[];
      readonly named?: string;
    }
  | {
      /** Has shown nothing that proves anything. */
      readonly kind: 'unknown';
    };

/** Tells who makes a call. */
export interface CallIdentity {
  callerOf(request: Frame): McpCaller | Promise<McpCaller>;
  /** What traces the request, if whoever brought it has a name for it. */
  requestIdOf?(request: Frame): string | undefined;
}
