// The server behind every gateway. With a number of milliseconds as its argument it starts that slowly, with a second one it has
// that many tools more.
import { readLines } from '../yardsticks/read-lines.mjs';
import { createAnswer, reportsOf } from './answers.mjs';

const [, , startMs = '0', moreTools = '0'] = process.argv;
const answer = createAnswer(Number(moreTools));
let written = '';

/** What came in one piece is answered in one piece. */
function flush() {
  if (written !== '') process.stdout.write(written);
  written = '';
}

setTimeout(() => {
  readLines(process.stdin, (line) => {
    const message = JSON.parse(line);
    for (const report of reportsOf(message)) written += `${report}\n`;
    const text = answer(message);
    if (text !== undefined) written += `${text}\n`;
  });
  process.stdin.on('data', flush);
  process.stdin.on('end', () => process.exit(0));
}, Number(startMs));
