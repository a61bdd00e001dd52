import { relative, sep } from 'node:path';
import { diffFiles, hasAgentMarks, hasFileMarks, readFileMarks, toFileEvents, toFirstFileMarks } from '@toolyard/hooks';
import { watchTree } from '@toolyard/node';
import { findAgentOperations, markAgentOperations } from './find-agent-operations.ts';
import type { Source, SourceOptions } from './source.ts';

export interface FileSourceOptions extends SourceOptions {
  /** Folders that Toolyard itself writes to: noting a change there would be the next change. */
  readonly own: readonly string[];
  /** The file with what the user leaves out of every repository. */
  readonly globalIgnore?: string;
}

/** Enters what happens to files, also what happened before. */
export function watchFiles(options: FileSourceOptions): Source {
  const { workspace, engine, own, onError } = options;
  const hidden = own.map((folder) => toPrefix(workspace, folder)).filter((prefix) => prefix !== undefined);
  let isFirst = !hasFileMarks(engine.marks());
  let busy: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function take(...[settled, known]: Parameters<Parameters<typeof watchTree>[0]['onSettled']>): Promise<void> {
    const files = settled.filter(({ path }) => !hidden.some((prefix) => path.startsWith(prefix)));
    if (isFirst) {
      const marks = toFirstFileMarks(files);
      const there = readFileMarks(new Map(Object.entries(marks)));
      await engine.mark({ ...marks, ...(await markAgentOperations(workspace, there)) });
      isFirst = false;
      return;
    }
    // Files were noted by a version that did not look for operations.
    if (!hasAgentMarks(engine.marks())) await engine.mark(await markAgentOperations(workspace, known));
    const changes = diffFiles(known, files);
    const operations = await findAgentOperations(workspace, changes, engine.marks());
    // An operation comes first: the mark of its file would keep it from being found after a crash.
    const found = [...operations.events, ...toFileEvents(changes)];
    if (found.length === 0 || isClosed) return;
    if (Object.keys(operations.marks).length > 0) await engine.mark(operations.marks);
    const entered = await engine.enter(
      found.map(({ event }) => event),
      found.map(({ marks }) => marks),
    );
    entered.ended.catch(() => undefined);
  }

  const watch = watchTree({
    root: workspace,
    ...(options.globalIgnore !== undefined && { globalIgnore: options.globalIgnore }),
    known: readFileMarks(engine.marks()),
    onWarning: onError,
    onSettled: (...told) => (busy = take(...told)),
  });
  return {
    ready: watch.ready,
    async close() {
      isClosed = true;
      watch.close();
      await busy.catch(onError);
    },
  };
}

/** What the paths of a folder inside of the workspace begin with; `undefined` for one elsewhere. */
function toPrefix(workspace: string, folder: string): string | undefined {
  const path = relative(workspace, folder).split(sep).join('/');
  return path === '' || path === '..' || path.startsWith('../') ? undefined : `${path}/`;
}
