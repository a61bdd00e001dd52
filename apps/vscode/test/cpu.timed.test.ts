import { noteHook } from './bed/create-scene.ts';
import { describeInHost } from './bed/describe-in-host.ts';
import { prepareRecorded } from './bed/prepare-recorded.ts';

await describeInHost('cpu', {
  prepare: (folder, editor) =>
    prepareRecorded(folder, editor, {
      hooks: [noteHook('saved', { event: 'file.saved', paths: ['*.md'] }, '{path}')],
      files: Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}.md`, 'x'])),
    }),
});
