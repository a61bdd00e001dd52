import { describeUnchanged } from './harness/describe-unchanged.ts';
import { OTHER_NAMINGS } from './harness/namings.ts';

for (const naming of OTHER_NAMINGS) describeUnchanged(naming);
