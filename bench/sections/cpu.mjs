// CPU of a call alone, of what the yardsticks and Toolyard use: short, and steady where times are not.
import * as own from '../targets/own-targets.mjs';
import { jsonAlone } from '../targets/references.mjs';
import { oneServer } from './echo-calls.mjs';
import { withTarget } from './place.mjs';
import { measureHttpCpu, measureStdioCpu } from './relay.mjs';
import { measureCatalogues } from './scale.mjs';

const TOOLS = { tools: [100, 10_000], servers: [] };

/** All figures of this section; they have the same names as in the sections that have more. */
export async function measureCpu({ size, inTurns }) {
  const overHttp = [own.bareHttpRelay, own.toolyardHttp, own.toolyardStateless];
  return {
    stdio: await inTurns('CPU over stdio', [own.bareRelay, own.toolyard, jsonAlone], (target) =>
      withTarget(target, oneServer, (opened) => measureStdioCpu(target, opened, size)),
    ),
    http: await inTurns('CPU over HTTP', overHttp, (target) =>
      withTarget(target, oneServer, (opened) => measureHttpCpu(target, opened, size)),
    ),
    catalogue: await inTurns('CPU with many tools', [own.toolyard], (target) => measureCatalogues(target, TOOLS, size)),
  };
}
