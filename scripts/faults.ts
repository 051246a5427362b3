// `npm run test:faults [-- NAME…]`: the service under faults, in suites that print what they measured beside what is
// promised. Exits with 1 if a promise is broken. `-- list` names the suites.
import { messageOf } from '@severe/base';
import type { Finding } from './faults/suite.ts';
import { suites } from './faults/suites.ts';
import { printTable } from './faults/table.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  for (const [name, { about }] of Object.entries(suites)) console.log(`${name.padEnd(14)}${about}`);
  process.exit(unknown.includes('list') ? 0 : 2);
}

// What suites have started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const findings: (Finding & { suite: string })[] = [];
for (const suite of wanted.length > 0 ? wanted : Object.keys(suites)) {
  console.log(`\n${suite}: ${suites[suite].about}`);
  const report = (finding: Finding): void => {
    findings.push({ suite, ...finding });
    console.log(`  ${finding.state}: ${finding.promise}: ${finding.measured}`);
  };
  try {
    await suites[suite].run(report);
  } catch (error) {
    console.error(error);
    report({ promise: 'the suite runs to its end', measured: messageOf(error), state: 'broken' });
  }
}

printTable(
  ['suite', 'promise', 'measured', 'result'],
  findings.map(({ suite, promise, measured, state }) => [suite, promise, measured, state]),
);
const count = (wantedState: Finding['state']): number => findings.filter(({ state }) => state === wantedState).length;
console.log(`\n${count('kept')} promises kept, ${count('broken')} broken, ${count('skipped')} skipped`);
process.exit(count('broken') > 0 ? 1 : 0);
