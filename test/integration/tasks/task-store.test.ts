import { describeExternal } from '@toolyard/testing';
import { describe } from 'vitest';
import { describeDatabaseRules } from './describe-database-rules.ts';
import { describeTaskStore } from './describe-task-store.ts';
import { openEmbeddedStore, openPostgresStore } from './test-stores.ts';

describe('on the embedded database', () => describeTaskStore(openEmbeddedStore, describeDatabaseRules));

await describeExternal('PostgreSQL', (url) =>
  describeTaskStore(async () => openPostgresStore(url), describeDatabaseRules),
);
