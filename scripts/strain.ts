// `npm run strain [-- --minutes 10 --share 0.1]`: the demonstration with a tenth of a core, then free. Prints what it has kept
// beside what is promised. Exits with 1 if a promise is broken.
import type { Finding } from './faults/suite.ts';
import { printTable } from './faults/table.ts';
import { runStrain } from './strain/run-strain.ts';
import { readOptions } from './support/read-options.ts';

const { values } = readOptions('npm run strain [-- --minutes 10 --share 0.1]', {
  options: { minutes: { type: 'string', default: '10' }, share: { type: 'string', default: '0.1' } },
});
const [minutes, share] = [Number(values.minutes), Number(values.share)];
if (!(minutes > 0) || !(share > 0 && share <= 1)) {
  console.error('--minutes needs a number above 0, --share a number above 0 and at most 1');
  process.exit(2);
}

const startedAt = performance.now();
const findings: Finding[] = [];
await runStrain({
  minutes,
  share,
  report(finding) {
    findings.push(finding);
    console.log(`  ${finding.state}: ${finding.promise}: ${finding.measured}`);
  },
  tell: (text) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${text}`),
});
printTable(
  ['promise', 'measured', 'result'],
  findings.map(({ promise, measured, state }) => [promise, measured, state]),
);
process.exit(findings.some(({ state }) => state !== 'kept') ? 1 : 0);
