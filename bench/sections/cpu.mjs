// CPU of a call alone, of what the yardsticks and Toolyard use: short, and steady where times are not.
import * as own from '../targets/own-targets.mjs';
import { jsonAlone } from '../targets/references.mjs';
import { oneServer } from './echo-calls.mjs';
import { withTarget } from './place.mjs';
import { measureHttpCpu, measureStdioCpu } from './relay.mjs';
import { measureCatalogues } from './scale.mjs';

const TOOLS = { tools: [100, 10_000], servers: [] };

/** Without what depends on time. */
async function onlyCpu(measuring) {
  const values = Object.entries(await measuring);
  return Object.fromEntries(values.filter(([figure]) => /cpuUs/i.test(figure)));
}

/** All figures of this section; they have the same names as in the sections that have more. */
export async function measureCpu({ size, inTurns }) {
  const overStdio = [own.bareRelay, own.toolyard, jsonAlone];
  const overHttp = [own.bareHttpRelay, own.toolyardHttp, own.toolyardStateless];
  const withOne = (target, measure) =>
    onlyCpu(withTarget(target, oneServer, (opened) => measure(target, opened, size)));
  return {
    stdio: await inTurns('CPU over stdio', overStdio, (target) => withOne(target, measureStdioCpu)),
    http: await inTurns('CPU over HTTP', overHttp, (target) => withOne(target, measureHttpCpu)),
    catalogue: await inTurns('CPU with many tools', [own.toolyard], (target) =>
      onlyCpu(measureCatalogues(target, TOOLS, size)),
    ),
  };
}
