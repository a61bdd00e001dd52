/** What the product promises on PostgreSQL, in ms at p95. */
const LIMITS = { list: 300, single: 200 };

/** What no request takes longer than, with many clients on either database, in ms. */
const LONGEST = 2000;

/** The report for people: a table for each database. */
export function renderTaskReport(report, { clients, seconds }) {
  const parts = Object.entries(report).map(([name, result]) =>
    'missing' in result ? `${name}: ${result.missing}\n` : renderDatabase(name, result, { clients, seconds }),
  );
  return `${parts.join('\n')}\n`;
}

function renderDatabase(name, { startMs, list, single, many }, { clients, seconds }) {
  const limitOf = (limit) => (name === 'PostgreSQL' ? limit : undefined);
  return [
    `${name} (open after ${Math.round(startMs)} ms)`,
    row('', { p50: 'p50', p95: 'p95', p99: 'p99', max: 'max' }, undefined, { note: 'limit' }),
    row('list of 1,000 tasks', list, limitOf(LIMITS.list)),
    ...Object.entries(single).map(([label, times]) => row(label, times, limitOf(LIMITS.single))),
    `${clients} clients at once for ${seconds} s: ${Math.round(many.perSecond)} requests/s, ${many.created} tasks created, ${many.lost} lost, ${many.doubled} doubled`,
    ...['create', 'list'].map((label) => row(label, many[label], LONGEST, { at: 'max' })),
    ...['healthz, idle', 'healthz, meanwhile'].map((label) => row(label, many[label])),
    '',
  ].join('\n');
}

function row(label, times, limit, { note, at = 'p95' } = {}) {
  const { p50, p95, p99, max } = times;
  const cells = [p50, p95, p99, max].map((value) =>
    (typeof value === 'number' ? `${value.toFixed(1)} ms` : value).padStart(11),
  );
  const verdict = limit === undefined ? '' : `${limit} ms ${times[at] <= limit ? 'kept' : 'MISSED'}`;
  return `  ${label.padEnd(22)}${cells.join('')}   ${note ?? verdict}`.trimEnd();
}
