import { describeHttpClient } from './describe-http-client.ts';
import { MORE_CONNECTIONS } from './sdk-http-clients.ts';

for (const connection of MORE_CONNECTIONS) describeHttpClient(...connection);
