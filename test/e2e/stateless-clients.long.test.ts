import { describeStatelessClient, PIPED } from './harness/describe-stateless-client.ts';

describeStatelessClient(PIPED);
