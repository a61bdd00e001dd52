// An issue tracker that keeps its tickets in got/tickets.txt. While a file "tracker.off" is there, it does not start.
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { serve } from './serve.mjs';

if (existsSync('tracker.off')) {
  console.error('the tracker is down for maintenance');
  process.exit(1);
}

mkdirSync('got', { recursive: true });
serve('tracker', {
  open_ticket: {
    description: 'Open a ticket',
    input: { title: { type: 'string' }, labels: { type: 'array', items: { type: 'string' } } },
    run({ title, labels }) {
      appendFileSync('got/tickets.txt', `${title} [${labels.join(', ')}]\n`);
      return `opened "${title}"`;
    },
  },
});
