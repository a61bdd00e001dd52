import { it } from 'vitest';
import { expectNoCallLost } from './edit-servers.ts';

it('loses no call on servers that did not change while the file is edited 100 times', () => expectNoCallLost(100));
