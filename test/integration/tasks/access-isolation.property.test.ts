import { describeExternal } from '@toolyard/testing';
import { describe } from 'vitest';
import { describeAccessIsolation } from './describe-access-isolation.ts';
import { openEmbeddedStore, openPostgresStore } from './test-stores.ts';

describe('on the embedded database', () => describeAccessIsolation(openEmbeddedStore));

await describeExternal('PostgreSQL', (url) => describeAccessIsolation(async () => openPostgresStore(url)));
