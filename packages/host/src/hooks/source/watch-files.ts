import { relative, sep } from 'node:path';
import { diffFiles, hasFileMarks, readFileMarks, toFileEvents, toFirstFileMarks } from '@toolyard/hooks';
import { watchTree } from '@toolyard/node';
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
      await engine.mark(toFirstFileMarks(files));
      isFirst = false;
      return;
    }
    const found = toFileEvents(diffFiles(known, files));
    if (found.length === 0 || isClosed) return;
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
