import { ToolyardError, toVisibleLine } from '@toolyard/core';
import { cameToSomething, type RunRecord } from '@toolyard/hooks';

const SHOWN = 5;

/** The run with this id, or whose id alone begins so, or the `last` one that came to something; throws `usage` where there is none such. */
export function findRun(records: readonly RunRecord[], wanted: string): RunRecord {
  const last = records.at(-1);
  if (last === undefined) throw new ToolyardError('usage', 'No hook has run here yet.');
  if (wanted === 'last') return records.findLast(cameToSomething) ?? last;
  const exact = records.findLast(({ id }) => id === wanted);
  if (exact !== undefined) return exact;
  const found = wanted === '' ? [] : records.filter(({ id }) => id.startsWith(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new ToolyardError('usage', only === undefined ? toNotFound(wanted) : toSeveral(wanted, found));
}

function toNotFound(wanted: string): string {
  return `Run not found: ${toVisibleLine(wanted)}\nRun "toolyard hooks log" to list the runs.`;
}

function toSeveral(wanted: string, found: readonly RunRecord[]): string {
  const ids = found.slice(0, SHOWN).map(({ id }) => toVisibleLine(id));
  const more = found.length > SHOWN ? ' and others' : '';
  return `Several runs start with ${toVisibleLine(wanted)}: ${ids.join(', ')}${more}. Use more of the id.`;
}
