import type { BadConfiguration } from './bad-configuration.ts';
import { BROKEN_TEXTS } from './broken-texts.ts';
import { WRONG_SERVERS } from './wrong-servers.ts';
import { WRONG_VALUES } from './wrong-values.ts';

/** Every kind of configuration that must be refused with exit code 2, and its exact messages for `--config FILE`. */
export const BAD_CONFIGURATIONS: readonly BadConfiguration[] = [...BROKEN_TEXTS, ...WRONG_SERVERS, ...WRONG_VALUES];
