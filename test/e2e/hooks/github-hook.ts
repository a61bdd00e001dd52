import type { FakeGitHub } from '@toolyard/testing';
import { createWorkspace, type Workspace } from './create-workspace.ts';

/** What the fake GitHub accepts; the variable `SHOP_TOKEN` has it. */
export const TOKEN = 'ghp_0123456789abcdefABCDEF';
export const REPOSITORY = 'ada/shop';

/** A hook with a `github` action at a fake GitHub, to be run by its id. */
export function githubHookAt({ url }: Pick<FakeGitHub, 'url'>, id: string, parameters: object): object {
  const common = { repository: REPOSITORY, baseUrl: url, tokenEnv: 'SHOP_TOKEN' };
  return { id, trigger: { event: 'manual' }, action: { type: 'github', parameters: { ...common, ...parameters } } };
}

/** A workspace of somebody who has the token. */
export function createGitHubWorkspace(): Workspace {
  return createWorkspace({ env: { SHOP_TOKEN: TOKEN } });
}
