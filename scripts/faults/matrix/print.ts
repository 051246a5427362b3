import { createFeeds } from '@severe/ingest';
import { withoutProvider } from './feeds.ts';
import { ofFiles, type Cell, type FaultResult } from './matrix.ts';

const marks = { kept: '+', broken: 'X', 'not applicable': '-' } as const;

/** A row for each feed and a column for each fault, then the reasons. A fault of listings and of files is one column. */
export function printMatrix(results: FaultResult[]): void {
  const feeds = createFeeds().map(({ id }) => id);
  const columns = columnsOf(results);
  const width = Math.max(...feeds.map((id) => id.length));
  console.log('\nfaults, by column:');
  columns.forEach(([fault], i) => console.log(`  ${String(i + 1).padStart(2)} ${fault}`));
  const digits = (place: number): string => columns.map((_, i) => String(i + 1).padStart(2)[place]).join('');
  console.log(`\n${' '.repeat(width)}  ${digits(0)}\n${' '.repeat(width)}  ${digits(1)}`);
  for (const feed of feeds) {
    const row = columns.map(([, cells]) => markOf(cells.filter((cell) => cell.feed === feed)));
    console.log(`${feed.padEnd(width)}  ${row.join('')}`.trimEnd());
  }
  console.log('\n+ kept, X broken, - not applicable\n\nnot applicable:');
  for (const [feed, why] of Object.entries(withoutProvider)) console.log(`  ${feed}: ${why}: all`);
  for (const line of reasonsOf(columns)) console.log(`  ${line}`);
}

/** The cells of each fault. */
function columnsOf(results: FaultResult[]): [fault: string, cells: Cell[]][] {
  const columns = new Map<string, Cell[]>();
  for (const { fault, cells } of results) {
    const name = fault.replace(ofFiles, '');
    columns.set(name, [...(columns.get(name) ?? []), ...cells]);
  }
  return [...columns].filter(([, cells]) => cells.some(({ feed }) => feed !== 'all'));
}

function markOf(cells: Cell[]): string {
  const result = (['broken', 'kept', 'not applicable'] as const).find((each) =>
    cells.some((cell) => cell.result === each),
  );
  return result ? marks[result] : ' ';
}

/** Faults that do not apply to a feed at all, with the reason. Feeds with the same faults and reason are one line. */
function reasonsOf(columns: [fault: string, cells: Cell[]][]): string[] {
  const faultsOf = new Map<string, string[]>(); // by feed and reason
  for (const [fault, cells] of columns) {
    for (const { feed, why } of cells) {
      if (markOf(cells.filter((cell) => cell.feed === feed)) !== '-') continue;
      const key = JSON.stringify([feed, why]);
      faultsOf.set(key, [...new Set([...(faultsOf.get(key) ?? []), fault])]);
    }
  }
  const feedsOf = new Map<string, string[]>(); // by reason and faults
  for (const [key, faults] of faultsOf) {
    const [feed, why] = JSON.parse(key) as [string, string];
    const said = `${why}: ${faults.length === columns.length ? 'all' : faults.join(' ')}`;
    feedsOf.set(said, [...(feedsOf.get(said) ?? []), feed]);
  }
  return [...feedsOf].map(([said, feeds]) => `${feeds.join(', ')}: ${said}`);
}
