import { describeInHost } from './bed/describe-in-host.ts';

await describeInHost('manifest');
