import { runProcess } from '../process/run-process.ts';
import { runToolyard } from '../program.ts';
import { SERVE } from '../serve-entry.ts';

await runProcess((words, context) => runToolyard(words, context, [SERVE]));
