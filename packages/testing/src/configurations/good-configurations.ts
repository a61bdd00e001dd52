import { DOCUMENTED_CONFIGURATIONS } from './documented-configurations.ts';
import type { GoodConfiguration } from './good-configuration.ts';
import { OWN_CONFIGURATIONS } from './own-configurations.ts';

/** Configurations that must be accepted: other clients' own examples, and what Toolyard adds. */
export const GOOD_CONFIGURATIONS: readonly GoodConfiguration[] = [...DOCUMENTED_CONFIGURATIONS, ...OWN_CONFIGURATIONS];
