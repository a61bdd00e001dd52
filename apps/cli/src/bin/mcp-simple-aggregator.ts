#!/usr/bin/env node
import { runSimpleAggregator } from '../aggregator-program.ts';
import { runProcess } from '../host/run-process.ts';

await runProcess(runSimpleAggregator);
