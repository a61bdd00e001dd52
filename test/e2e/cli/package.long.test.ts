import { join } from 'node:path';
import { describeExternal } from '@toolyard/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInstalledPackage } from './describe-installed-package.ts';
import { installPackage, type InstalledPackage } from './install-package.ts';

await describeExternal('Node 24', (modules) => {
  let installed: InstalledPackage;
  beforeAll(async () => {
    installed = await installPackage(join(modules, `node-${process.platform}-${process.arch}`, 'bin/node'));
  });
  afterAll(() => installed.remove());

  it('is run by that Node', async () => {
    expect((await installed.run('node', '--version')).stdout).toMatch(/^v24\./);
  });

  describeInstalledPackage(() => installed);
});
