import type { ResolvedApproval } from '@toolyard/host/hooks';

/** Which hooks do not run because nobody approved them, and what to do; empty where there is none. */
export function describeUnapproved(hooks: readonly ResolvedApproval[]): readonly string[] {
  const idsOf = (wanted: ResolvedApproval['approval']): string =>
    hooks.flatMap(({ approval, known }) => (approval === wanted ? [known.hook.id] : [])).join(', ');
  const lines = [
    ['Not approved, so it does not run', idsOf('not approved')],
    ['Changed since it was approved, so it does not run', idsOf('changed since approved')],
  ].filter(([, ids]) => ids !== '');
  if (lines.length === 0) return [];
  return [
    ...lines.map(([what, ids]) => `${what}: ${ids}`),
    'Run "toolyard hooks approve" to see what would run, and to approve it.',
  ];
}
