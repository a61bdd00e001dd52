import { describeHttpClient } from './describe-http-client.ts';
import { CONNECTIONS } from './sdk-http-clients.ts';

for (const connection of CONNECTIONS) describeHttpClient(...connection);
