import { createHash } from 'node:crypto';
import { chmod, lstat } from 'node:fs/promises';
import { readPlainFile, writeFileAtomically } from '@toolyard/node';

/** What lies where git looks for a hook. */
export type GitHookFile =
  | { readonly kind: 'none' }
  /** A file, as bytes: one character each. */
  | { readonly kind: 'file'; readonly text: string; readonly mode: number; readonly modifiedAt: bigint }
  | { readonly kind: 'link' }
  | { readonly kind: 'other' };

/** No person writes a longer one; a program that is one has more. */
const MAX_TEXT_BYTES = 1024 * 1024;

const SHELLS = /^(?:sh|bash|dash|ash|ksh|mksh|zsh)$/;

/** Looks at a hook. */
export async function readGitHookFile(file: string): Promise<GitHookFile> {
  const stats = await lstat(file, { bigint: true }).catch(() => undefined);
  if (stats === undefined) return { kind: 'none' };
  if (stats.isSymbolicLink()) return { kind: 'link' };
  if (!stats.isFile()) return { kind: 'other' };
  const text = stats.size > MAX_TEXT_BYTES ? '\0' : (await readPlainFile(file)).toString('latin1');
  return { kind: 'file', text, mode: Number(stats.mode), modifiedAt: stats.mtimeNs };
}

/** Whether git runs a hook, and runs it with a shell, so that lines can be added to it. */
export function isShellHook(hook: GitHookFile): hook is Extract<GitHookFile, { kind: 'file' }> {
  return hook.kind === 'file' && (hook.mode & 0o111) !== 0 && isShellText(hook.text);
}

/** Writes a hook; what was there keeps its mode, and its owner where the system lets it. A new one is for everybody to run. */
export async function writeGitHookFile(file: string, text: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  const isKept = stats?.isFile() === true;
  await writeFileAtomically(file, Buffer.from(text, 'latin1'), isKept ? { rights: stats } : {});
  if (!isKept) await chmod(file, 0o755);
}

/** SHA-256 of a text of bytes. */
export function hashOfBytes(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

function isShellText(text: string): boolean {
  if (text.includes('\0')) return false;
  // What names no program is run by the shell.
  if (!text.startsWith('#!')) return text !== '';
  const [first = ''] = text.slice(2).split(/\r?\n/, 1);
  const [program = '', ...words] = first.trim().split(/\s+/);
  const name = baseOf(program);
  return SHELLS.test(name === 'env' ? baseOf(words.find((word) => !word.startsWith('-')) ?? '') : name);
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
