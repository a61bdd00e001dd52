import { describeExternal } from '@toolyard/testing';
import { describe } from 'vitest';
import { describeIsolation } from './describe-isolation.ts';
import { openEmbeddedStore, openPostgresStore } from './test-stores.ts';

describe('on the embedded database', () => describeIsolation(openEmbeddedStore));

await describeExternal('PostgreSQL', (url) => describeIsolation(async () => openPostgresStore(url)));
