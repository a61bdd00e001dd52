import { describe, expect, it } from 'vitest';
import { judge } from '../bars.mjs';
import { replaceSummary } from './publish.mjs';
import { renderChart } from './render-chart.mjs';
import { renderReport } from './render-report.mjs';
import { toTables } from './to-tables.mjs';

const RESULTS = {
  httpSdk: {
    direct: [{ perSecond: 2000 }, { perSecond: 1000 }, { perSecond: 2200 }],
    'bare relay': [{ perSecond: 1500 }, { perSecond: 800 }, { perSecond: 1500 }],
    toolyard: [{ perSecond: 1600 }, { perSecond: 900 }, { perSecond: 1650 }],
    'mcp-hub': [{ perSecond: 1000 }, { perSecond: 500 }, { perSecond: 1100 }],
    'mcp-proxy': [{ perSecond: 400 }],
    supergateway: [],
    'JSON alone': [{ cpuUs: 2 }],
  },
  catalogue: {
    toolyard: [{ 'cpuUs, 100 tools': 20, 'cpuUs, 10000 tools': 25 }],
  },
};
const report = {
  node: 'v20.19.0',
  cores: 2,
  rounds: 3,
  isQuick: false,
  tables: toTables(RESULTS),
  bars: judge(RESULTS),
  problems: [{ isPeer: true, message: 'supergateway: left out' }],
};

describe('the report', () => {
  it('relates each figure to direct use and to the best peer of the same rounds', () => {
    expect(renderReport(report)).toBe(`\
Node v20.19.0, 2 cores. Figures are medians of all rounds, ratios those of what each round gives.
CPU and memory are those of the process that the client speaks to.

Over HTTP: SDK client, the first calls, 16 in flight (3 rounds)

                                   bare
                          direct  relay  toolyard  mcp-hub  mcp-proxy  supergateway
  calls per second         2,000  1,500     1,600    1,000        400             –
    ÷ direct                1.00   0.75      0.80     0.50       0.20
    ÷ best peer, mcp-hub    2.00   1.50      1.60     1.00       0.40

Many tools and servers, over stdio (1 round)

                                    toolyard
  CPU of a call, 100 tools [µs]         20.0
  CPU of a call, 10,000 tools [µs]      25.0

What Toolyard is held to (3 rounds; they are meant for 9, as --full has)

                                                         measured     bar
  HTTP, SDK client: throughput ÷ direct use of a server      0.80  ≥ 0.85  MISSED
  HTTP, SDK client: throughput ÷ the best peer’s             1.60   ≥ 1.3     met
  CPU of a call with 10,000 tools ÷ with 100                 1.25   ≤ 1.1  MISSED

Problems

  supergateway: left out
`);
  });
});

describe('the chart', () => {
  it('has a bar for each target that was measured', () => {
    const chart = renderChart(report);
    expect(
      [...chart.matchAll(/text-anchor="end">([a-z -]+)<\/text><rect class="(\w+)"/g)].map(([, ...bar]) => bar),
    ).toEqual([
      ['direct', 'reference'],
      ['bare relay', 'reference'],
      ['toolyard', 'own'],
      ['mcp-hub', 'peer'],
      ['mcp-proxy', 'peer'],
    ]);
  });
});

describe('the page', () => {
  it('shows the report between its marks, and keeps the rest', () => {
    expect(replaceSummary('before\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nafter\n', report)).toBe(`before
<!-- bench:begin -->

Node v20.19.0 on 2 cores, medians of 3 interleaved rounds. CPU is that of the process that the client speaks to.

|  | direct | bare relay | Toolyard | best peer |
| --- | --: | --: | --: | --: |
| HTTP, SDK client: calls per second | 2,000 | 1,500 | 1,600 | 1,000 (mcp-hub) |

What Toolyard is held to:

| figure | bar | measured |
| --- | --: | --: |
| HTTP, SDK client: throughput ÷ direct use of a server | ≥ 0.85 | **0.80** (missed) |
| HTTP, SDK client: throughput ÷ the best peer’s | ≥ 1.3 | 1.60 |
| CPU of a call with 10,000 tools ÷ with 100 | ≤ 1.1 | **1.25** (missed) |

<!-- bench:end -->
after
`);
  });

  it('is not written without them', () => {
    expect(() => replaceSummary('nothing', report)).toThrow('README.md has no lines "<!-- bench:begin -->"');
  });
});
