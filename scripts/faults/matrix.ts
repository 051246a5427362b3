import { keepResult, keptResults } from './matrix/kept-results.ts';
import { maxDelayMs, maxGrowthMb, maxLongestMs, runMatrix, type Cell, type FaultResult } from './matrix/matrix.ts';
import { printMatrix } from './matrix/print.ts';
import { openStores } from './matrix/stores.ts';
import type { FaultSuite } from './suite.ts';

/**
 * Guarantee G4. `SEVERE_FAULTS=html,slow` runs some of the faults only; `SEVERE_MATRIX_DIR=DIR` keeps their results there, and
 * the table has those of earlier runs too.
 */
export const matrix: FaultSuite = {
  about: 'every feed × every fault of its provider, in the schedule of the service; SEVERE_FAULTS=ID,… for some faults',
  async run(report) {
    const crashes: unknown[] = [];
    const note = (error: unknown): void => void crashes.push(error);
    process.on('unhandledRejection', note);
    const stores = await openStores(new Date('2026-05-20T22:30:00Z'));
    const only = process.env.SEVERE_FAULTS?.split(',');
    const folder = process.env.SEVERE_MATRIX_DIR;
    const results: FaultResult[] = [];
    try {
      for await (const result of runMatrix(stores, only ? { faults: only } : {})) {
        results.push(result);
        if (folder) await keepResult(folder, result);
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
    printMatrix(folder ? await keptResults(folder) : results);
  },
};
