// A chat that keeps its messages in got/messages.txt, so that you can see what it got.
import { appendFileSync, mkdirSync } from 'node:fs';
import { serve } from './serve.mjs';

const TEXT = { type: 'string' };
let waiting = [];
mkdirSync('got', { recursive: true });

serve('chat', {
  post_message: {
    description: 'Post a message to a channel',
    input: { channel: TEXT, text: TEXT },
    run({ channel, text }) {
      appendFileSync('got/messages.txt', `${channel} ${text}\n`);
      return `posted to ${channel}`;
    },
  },
  meet: {
    description: 'Wait until two are here',
    input: { who: TEXT },
    run: ({ who }) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(`${who} met somebody`));
        if (waiting.length < 2) return;
        for (const go of waiting) go();
        waiting = [];
      }),
  },
  translate: {
    description: 'Translate a text, which takes far too long',
    input: { text: TEXT },
    run: () => new Promise(() => undefined),
  },
});
