#!/usr/bin/env node
import { runProcess } from '../host/run-process.ts';
import { runToolyard } from '../program.ts';

await runProcess(runToolyard);
