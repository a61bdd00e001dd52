import type { TokenScope } from '../domain/task-store.ts';

/** Who a request comes from, proven by its token. */
export interface AuthenticatedCaller {
  /** Absent for a holder of the service token who names nobody. */
  readonly user?: string;
  readonly isService: boolean;
  readonly scopes: readonly TokenScope[];
}
