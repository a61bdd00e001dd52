import { existsSync } from 'node:fs';
import { toConfigInvalid } from '@toolyard/core';
import type { ConfigurationSource } from '@toolyard/node';

/** For commands that do not read the configuration: throws `config-invalid` where the file that is named is not there, which is a mistake in its name. */
export function checkNamedFile({ file }: Pick<ConfigurationSource, 'file'>): void {
  if (file === undefined || existsSync(file)) return;
  const problem = { code: 'file_not_found', path: '$', message: 'Config file not found; check its path' } as const;
  throw toConfigInvalid(file, [problem]);
}
