/** Ends a run with one plain line that any continuous-integration system can read. */
export default class ClosingLineReporter {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      // A file that cannot even be loaded holds no tests, and must not look like a success.
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) counts.failed += 1;
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}
