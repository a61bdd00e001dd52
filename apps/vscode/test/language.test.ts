import { noteHook, toServer } from './bed/create-scene.ts';
import { describeInHost } from './bed/describe-in-host.ts';
import { prepareRecorded } from './bed/prepare-recorded.ts';

const HOOK = noteHook('first', { event: 'file.saved', paths: ['never/**'] }, 'by hand {event}');

await describeInHost('language', {
  prepare: (folder, editor) =>
    prepareRecorded(folder, editor, {
      hooks: [],
      servers: { full: toServer('full') },
      files: { '.toolyard/hooks.json': `${JSON.stringify({ version: 1, hooks: [HOOK] }, undefined, 2)}\n` },
    }),
});
