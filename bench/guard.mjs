/** What a figure may lose before it counts as worse. */
const ALLOWED = 0.25;

/**
 * A line for each figure that lost more than a quarter of what is on record, and for each yardstick that is not the same any more.
 * What is not on record is new, and has nothing to lose.
 */
export function compareWithRecord(bars, record) {
  return bars.flatMap((bar) => {
    const recorded = record[bar.id];
    if (recorded === undefined || !isWorse(bar, recorded)) return [];
    const figures = `${bar.label}: ${bar.value.toFixed(2)}, on record ${recorded.toFixed(2)}`;
    return isYardstick(bar) ? [`${figures}. The yardstick changed, so ratios to it say nothing.`] : [figures];
  });
}

function isWorse(bar, recorded) {
  const { value, min, noise = 0 } = bar;
  const rise = value - recorded;
  const loss = isYardstick(bar) ? Math.abs(rise) : min === undefined ? rise : -rise;
  return loss > Math.max(noise, ALLOWED * Math.abs(recorded));
}

function isYardstick({ min, max }) {
  return min === undefined && max === undefined;
}

/** The figures of a run put on record, beside those that it did not measure. */
export function addToRecord(record, bars) {
  return { ...record, ...Object.fromEntries(bars.map(({ id, value }) => [id, Number(value.toPrecision(3))])) };
}
