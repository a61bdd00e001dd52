import { appendFileSync } from 'node:fs';

/** Tests that run inside of the extension host, by their titles; one fails by rejecting, as `node:assert` does, and may give what it measured. */
export type HostTests = Readonly<Record<string, HostTest>>;

type HostTest = () => Promise<string | void> | void;

/** How one of them ended. */
export interface HostResult {
  readonly title: string;
  /** Absent where it passed. */
  readonly problem?: string;
  /** What it measured. */
  readonly measured?: string;
}

const LIMIT_MS = 60_000;

/** Runs them one after another, and writes a line of JSON for each to a file; the editor cannot be asked for more than an exit code. */
export async function runHostTests(tests: HostTests, file: string): Promise<void> {
  for (const [title, run] of Object.entries(tests)) {
    appendFileSync(file, `${JSON.stringify({ title, ...(await runTest(run)) })}\n`);
  }
}

async function runTest(run: HostTest): Promise<Omit<HostResult, 'title'>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${LIMIT_MS} ms.`)), LIMIT_MS);
  });
  try {
    const measured = await Promise.race([Promise.resolve().then(run), limit]);
    return typeof measured === 'string' ? { measured } : {};
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
