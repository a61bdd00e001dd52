import { execFileSync } from 'node:child_process';
import { GIT_TEST_ENVIRONMENT } from '@toolyard/testing';
import { noteHook } from './bed/create-scene.ts';
import { describeInHost } from './bed/describe-in-host.ts';
import { prepareRecorded } from './bed/prepare-recorded.ts';

const FILES = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`saves/${index}.md`, 'begin']));

await describeInHost('bursts', {
  async prepare(folder, editor) {
    execFileSync('git', ['init', '-q'], { cwd: folder, env: GIT_TEST_ENVIRONMENT });
    await prepareRecorded(folder, editor, {
      hooks: [
        noteHook('saved', { event: 'file.saved', paths: ['saves/*.md', 'first.md'] }, '{path}'),
        noteHook('written', { event: 'file.saved', paths: ['{watched,ignored}/**'], batch: true }, 'batch {paths}'),
      ],
      files: { ...FILES, 'first.md': 'x', '.gitignore': 'ignored/\n' },
    });
  },
});
