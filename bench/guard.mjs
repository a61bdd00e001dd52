/** What a figure may lose before it counts as worse. */
const ALLOWED = 0.25;

/** A line for each figure that is worse than the one on record; those that are not on record count as equal. */
export function compareWithRecord(bars, record) {
  return bars.flatMap(({ id, label, value, min }) => {
    const recorded = record[id];
    if (recorded === undefined) return [];
    const loss = min === undefined ? value / recorded - 1 : recorded / value - 1;
    return loss > ALLOWED ? [`${label}: ${value.toFixed(2)}, on record ${recorded.toFixed(2)}`] : [];
  });
}
