// A client that asks for large results, one after the other, until its thread is ended: what it does with them holds up no other client.
import { parentPort, workerData } from 'node:worker_threads';
import { openSessionAt } from '../targets/open-target.mjs';

const { address, tool, bytes } = workerData;
const expected = 'x'.repeat(bytes);
const session = await openSessionAt(address);
await session.call(tool, { bytes }, expected);
parentPort.postMessage('moving', []);
for (;;) await session.call(tool, { bytes }, expected);
