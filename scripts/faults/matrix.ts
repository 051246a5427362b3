import { createFeeds } from '@severe/ingest';
import { withoutProvider } from './matrix/feeds.ts';
import { maxDelayMs, maxGrowthMb, maxLongestMs, runMatrix, type Cell, type FaultResult } from './matrix/matrix.ts';
import { openStores } from './matrix/stores.ts';
import type { FaultSuite } from './suite.ts';

/** Guarantee G4; `SEVERE_FAULTS=html,slow` runs some of the faults only. */
export const matrix: FaultSuite = {
  about: 'every feed × every fault of its provider, in the schedule of the service; SEVERE_FAULTS=ID,… for some faults',
  async run(report) {
    const crashes: unknown[] = [];
    const note = (error: unknown): void => void crashes.push(error);
    process.on('unhandledRejection', note);
    const stores = await openStores(new Date('2026-05-20T22:30:00Z'));
    const only = process.env.SEVERE_FAULTS?.split(',');
    const results: FaultResult[] = [];
    try {
      for await (const result of runMatrix(stores, only ? { faults: only } : {})) {
        results.push(result);
        const { fault, cells, delayP99Ms, longestMs, growthMb } = result;
        const broken = cells.filter((cell) => cell.result === 'broken');
        const count = (wanted: Cell['result']): number => cells.filter((cell) => cell.result === wanted).length;
        for (const { feed, why } of broken) console.log(`    ${feed}: ${why}`);
        report({
          promise: `${fault}: good data stay, health names the sources, others are on time`,
          measured: `${count('kept')} feeds, ${count('not applicable')} not applicable${broken.length > 0 ? `, broken: ${broken.map(({ feed }) => feed).join(' ')}` : ''}`, // prettier-ignore
          state: broken.length === 0 ? 'kept' : 'broken',
        });
        const isFree = delayP99Ms <= maxDelayMs && longestMs <= maxLongestMs && growthMb <= maxGrowthMb;
        report({
          promise: `${fault}: event-loop delay p99 ≤ ${maxDelayMs} ms, longest ≤ ${maxLongestMs} ms, memory grows by ≤ ${maxGrowthMb} MB`,
          measured: `${delayP99Ms} ms, longest ${longestMs} ms, ${growthMb} MB`,
          state: isFree ? 'kept' : 'broken',
        });
      }
    } finally {
      process.off('unhandledRejection', note);
      await stores.close();
    }
    report({
      promise: 'no promise is rejected without being handled',
      measured: crashes.map(String).join('; ') || 'none',
      state: crashes.length === 0 ? 'kept' : 'broken',
    });
    printMatrix(results);
  },
};

const marks = { kept: '+', broken: 'X', 'not applicable': '-' } as const;

/** A row for each feed and a column for each fault, then the reasons. */
function printMatrix(results: FaultResult[]): void {
  const feeds = createFeeds().map(({ id }) => id);
  const width = Math.max(...feeds.map((id) => id.length));
  console.log('\nfaults, by column:');
  results.forEach(({ fault }, i) => console.log(`  ${String(i + 1).padStart(2)} ${fault}`));
  const digits = (place: number): string => results.map((_, i) => String(i + 1).padStart(2)[place]).join('');
  console.log(`\n${' '.repeat(width)}  ${digits(0)}\n${' '.repeat(width)}  ${digits(1)}`);
  const reasons = new Map<string, string[]>();
  for (const feed of feeds) {
    const row = results.map(({ cells }) => {
      const cell = cells.find((each) => each.feed === feed && each.result === 'broken') ?? cells.find((each) => each.feed === feed); // prettier-ignore
      return cell ? marks[cell.result] : ' ';
    });
    console.log(`${feed.padEnd(width)}  ${row.join('')}`);
  }
  for (const { cells } of results) {
    for (const { result, why, feed, fault } of cells) {
      if (result === 'not applicable')
        reasons.set(`${feed}: ${why}`, [...(reasons.get(`${feed}: ${why}`) ?? []), fault]);
    }
  }
  console.log('\n+ kept, X broken, - not applicable, empty: has no files of that kind\nnot applicable:');
  for (const [feed, why] of Object.entries(withoutProvider)) console.log(`  ${feed}: ${why}: all`);
  for (const [reason, faults] of reasons) console.log(`  ${reason}: ${faults.join(' ')}`);
}
