#!/usr/bin/env node
import { runSimpleAggregator } from '../aggregator-program.ts';
import { runProcess } from '../process/run-process.ts';

await runProcess(runSimpleAggregator);
