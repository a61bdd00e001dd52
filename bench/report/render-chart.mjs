// One chart for the README, readable on light and dark pages: it brings its own ground.
import { isMoreBetter, isPeer } from '../measure/best-peer.mjs';
import { toNumber } from './to-number.mjs';

const WIDTH = 760;
const MARGIN = 24;
const LABEL = 150;
const VALUE = 70;
const TITLE = 34;
const ROW = 26;
const GAP = 22;

const PANELS = [
  { title: 'stdio, SDK client: calls per second', table: 'stdioSdk', key: 'perSecond' },
  { title: 'HTTP, SDK client: calls per second', table: 'httpSdk', key: 'perSecond' },
  { title: 'HTTP, raw client: CPU of a call in µs', table: 'http', key: 'cpuUs' },
];

const STYLE = [
  'text{font:14px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1f2328}',
  '.title{font-weight:600}.note,.value{fill:#59636e}.value{font-variant-numeric:tabular-nums}',
  '.ground{fill:#fff;stroke:#d1d9e0}.reference{fill:#d1d9e0}.peer{fill:#818b98}.own{fill:#0969da}',
  '@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.note,.value{fill:#9198a1}',
  '.ground{fill:#0d1117;stroke:#3d444d}.reference{fill:#3d444d}.peer{fill:#7d8590}.own{fill:#4493f8}}',
].join('');

/** Bars for each target, the longest as long as there is room. */
export function renderChart({ tables }) {
  let y = MARGIN;
  const parts = [];
  for (const panel of PANELS) {
    const values = tables.find(({ id }) => id === panel.table)?.figures.find(({ key }) => key === panel.key)?.values;
    if (values === undefined) continue;
    parts.push(renderTitle(panel, y));
    y += TITLE;
    const most = Math.max(...Object.values(values));
    for (const [name, value] of Object.entries(values)) {
      parts.push(renderBar({ name, value, part: value / most, y }));
      y += ROW;
    }
    y += GAP;
  }
  const height = y - GAP + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>Toolyard beside direct use, a bare relay and peers</title><style>${STYLE}</style>`,
    `<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function renderTitle({ title, key }, y) {
  const note = isMoreBetter(key) ? 'more is better' : 'less is better';
  return [
    `<text class="title" x="${MARGIN}" y="${y + 14}">${title}</text>`,
    `<text class="note" x="${WIDTH - MARGIN}" y="${y + 14}" text-anchor="end">${note}</text>`,
  ].join('');
}

function renderBar({ name, value, part, y }) {
  const from = MARGIN + LABEL;
  const length = Math.max(2, part * (WIDTH - from - VALUE - MARGIN));
  const kind = name.startsWith('toolyard') ? 'own' : isPeer(name) ? 'peer' : 'reference';
  return [
    `<text x="${from - 10}" y="${y + 15}" text-anchor="end">${name}</text>`,
    `<rect class="${kind}" x="${from}" y="${y + 1}" width="${length.toFixed(1)}" height="19" rx="3"/>`,
    `<text class="value" x="${(from + length + 8).toFixed(1)}" y="${y + 15}">${toNumber(value)}</text>`,
  ].join('');
}
