#!/usr/bin/env node
import { runProcess } from '../process/run-process.ts';
import { runToolyard } from '../program.ts';

await runProcess(runToolyard);
