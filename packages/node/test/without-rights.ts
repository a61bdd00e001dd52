import { chmod } from 'node:fs/promises';

/** Root may do everything, so for the time of the action root is somebody else. */
export async function withoutRights<Value>(action: () => Promise<Value>): Promise<Value> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await action();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** Nothing in a folder can be renamed for the time of the action. */
export async function inReadOnlyFolder<Value>(folder: string, action: () => Promise<Value>): Promise<Value> {
  await chmod(folder, 0o555);
  try {
    return await withoutRights(action);
  } finally {
    await chmod(folder, 0o700);
  }
}
