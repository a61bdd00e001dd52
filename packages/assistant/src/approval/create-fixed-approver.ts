import type { Approver } from './approver.ts';

/** What is allowed where nobody is asked: nothing, all but what may destroy something, or everything. */
export type FixedPolicy = 'none' | 'all-but-destructive' | 'all';

/** Decides by `--yes` and `--yes-destructive`, or for nobody at all; a denied call says to the model what would allow it. */
export function createFixedApprover(policy: FixedPolicy): Approver {
  return {
    decide: async (calls) =>
      new Map(
        calls.map(({ id, isDestructive }) => {
          const isAllowed = policy === 'all' || (policy === 'all-but-destructive' && !isDestructive);
          return [id, isAllowed ? 'once' : 'denied'];
        }),
      ),
    explainDenial: ({ tool }) =>
      policy === 'none'
        ? `${tool} was not called: nobody can be asked for approval here. The user can allow calls with --yes, or with "trust" on the server.`
        : `${tool} was not called: it may destroy something, and --yes does not cover that. The user can allow it with --yes-destructive, or with "trust" on the server.`,
  };
}
