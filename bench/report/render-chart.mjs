// One chart for the README: calls per second of each target as a part of direct use or of a bare server.
import { medianOf } from '../measure/rounds.mjs';

const WIDTH = 720;
const LABEL = 150;
const ROW = 26;
const GROUPS = [
  { title: 'stdio, SDK client: calls per second, the first calls', section: 'stdioSdk' },
  { title: 'HTTP, SDK client: calls per second', section: 'httpSdk' },
];

export function renderChart({ results }) {
  let y = 10;
  const parts = [];
  for (const { title, section } of GROUPS) {
    const result = results[section];
    if (result === undefined) continue;
    const bars = Object.keys(result).flatMap((name) => {
      const value = medianOf(result, name, 'perSecond');
      return value === undefined ? [] : { name, value };
    });
    const most = Math.max(...bars.map(({ value }) => value));
    parts.push(`<text x="0" y="${y + 14}" font-weight="bold">${title}</text>`);
    y += ROW;
    for (const { name, value } of bars) {
      parts.push(renderBar({ name, value, length: (value / most) * (WIDTH - LABEL - 80), y }));
      y += ROW;
    }
    y += 14;
  }
  const style = '<style>text{font:14px system-ui,sans-serif;fill:#57606a}</style>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img">${style}${parts.join('')}</svg>\n`;
}

function renderBar({ name, value, length, y }) {
  const fill = name.startsWith('toolyard') ? '#2f81f7' : '#8c959f';
  return [
    `<text x="${LABEL - 8}" y="${y + 15}" text-anchor="end">${name}</text>`,
    `<rect x="${LABEL}" y="${y + 2}" width="${length.toFixed(1)}" height="18" rx="3" fill="${fill}"/>`,
    `<text x="${LABEL + length + 6}" y="${y + 15}">${Math.round(value).toLocaleString('en')}</text>`,
  ].join('');
}
