// How much is done for each figure. What a bar judges has the same size in the usual run and in the full one, so that both can be
// compared with what is on record.

/** A few minutes. */
const USUAL = {
  rounds: 3,
  cold: 2000,
  warmUp: 20_000,
  warm: 10_000,
  single: 2000,
  large: 10,
  huge: 2,
  sdk: 6000,
  httpWarmUp: 4000,
  http: 6000,
  httpSessions: 1000,
  httpSdk: 3000,
  wideServers: 200,
  scaleWarmUp: 5000,
  scale: 5000,
  tools: [100, 10_000],
  servers: [10],
  clients: [1, 100],
  pings: 100,
  manyCalls: 50_000,
};

export const SIZES = {
  usual: USUAL,
  full: {
    ...USUAL,
    rounds: 9,
    httpSessions: 2000,
    tools: [10, 100, 1000, 10_000],
    servers: [1, 10, 50],
    clients: [1, 100, 500, 1000],
    pings: 200,
  },
  /** Shows that everything works; its numbers mean little. */
  quick: {
    ...USUAL,
    rounds: 1,
    cold: 500,
    warmUp: 500,
    warm: 1000,
    single: 200,
    large: 2,
    huge: 1,
    sdk: 500,
    httpWarmUp: 200,
    http: 500,
    httpSessions: 200,
    httpSdk: 300,
    wideServers: 10,
    scaleWarmUp: 200,
    scale: 500,
    tools: [100, 1000],
    servers: [5],
    clients: [1, 10],
    pings: 5,
    manyCalls: 6000,
  },
};
