// Sums the results of all suites: `<suite>.json` as vitest reports it, `<suite>.code` as make ended.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const folder = process.argv[2];
let passed = 0;
let failed = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith('.code')).sort()) {
  const suite = name.slice(0, -'.code'.length);
  const code = readFileSync(`${folder}/${name}`, 'utf8').trim();
  const report = `${folder}/${suite}.json`;
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  // A file that could not be loaded has no tests to count, but it has failed.
  const unloaded = (found?.testResults ?? []).filter(({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed')).length;
  const suiteFailed = (found?.numFailedTests ?? 0) + unloaded;
  passed += found?.numPassedTests ?? 0;
  // Contract checks, types or the runner itself: they fail without a test that does.
  failed += suiteFailed === 0 && code !== '0' ? 1 : suiteFailed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
