import { describeProtocol } from './harness/describe-protocol.ts';
import { OTHER_NAMINGS } from './harness/namings.ts';

for (const naming of OTHER_NAMINGS) describeProtocol(naming);
