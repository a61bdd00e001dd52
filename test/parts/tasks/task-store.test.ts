import { describePart } from '@toolyard/testing';
import { describe } from 'vitest';
import { describeTaskStore } from './describe-task-store.ts';
import { openEmbeddedStore, openPostgresStore } from './test-stores.ts';

describe('on the embedded database', () => describeTaskStore(openEmbeddedStore));

await describePart('PostgreSQL', (url) => describeTaskStore(async () => openPostgresStore(url)));
