import { COMMANDS } from '../command-table.ts';
import { runProcess } from '../process/run-process.ts';
import { runToolyard } from '../program.ts';

await runProcess((words, context) => runToolyard(words, context, COMMANDS));
