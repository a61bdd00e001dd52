import type { ViewedBlock } from '@toolyard/documents';

/** Something that a person can do so that a block can run. */
export interface BlockFix {
  /** The words on its button. */
  readonly name: string;
  apply(): Promise<void>;
}

/** What helps a block whose server is switched off: to switch it on. Nothing else can be mended by a button. */
export function findBlockFix(
  { meant, issues }: ViewedBlock,
  enable: (server: string) => Promise<void>,
): BlockFix | undefined {
  if (meant === undefined || !issues.some(({ code }) => code === 'server-disabled')) return undefined;
  return { name: `Enable ${meant}`, apply: () => enable(meant) };
}
