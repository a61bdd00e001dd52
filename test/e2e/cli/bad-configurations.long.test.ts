import { BAD_CONFIGURATIONS } from '@toolyard/testing';
import { describeBadConfigurations } from './describe-bad-configurations.ts';

describeBadConfigurations(BAD_CONFIGURATIONS);
