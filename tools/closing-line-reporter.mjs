/** Ends a run with one plain line that any continuous-integration system can read. */
export default class ClosingLineReporter {
  onTestRunEnd(modules, unhandledErrors = []) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      for (const state of states) counts[state] += 1;
      // A file that cannot be loaded, or whose hooks fail, has no failed test, and must not look like a success.
      if (module.state() === 'failed' && !states.includes('failed')) counts.failed += 1;
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}
