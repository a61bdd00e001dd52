import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Starts a program that writes until it is ended, and kills it at a random moment, at most `withinMs` after its first output. Rejects where it
 * ended by itself.
 */
export async function killWriter(program: string, place: string, withinMs: number): Promise<void> {
  const writer = spawn(process.execPath, [program, place], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(writer, 'exit');
  await Promise.race([once(writer.stdout, 'data'), exited]);
  writer.stdout.resume();
  // The moment is the point here: the writer never stops by itself.
  await wait(Math.random() * withinMs);
  writer.kill('SIGKILL');
  const [code, signal]: unknown[] = await exited;
  if (signal !== 'SIGKILL') throw new Error(`The writer ended by itself: ${String(code ?? signal)}`);
}
