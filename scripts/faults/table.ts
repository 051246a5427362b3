/** Prints rows in aligned columns. */
export function printTable(heads: string[], rows: string[][]): void {
  const widths = heads.map((_, i) => Math.max(...[heads, ...rows].map((row) => row[i].length)));
  const lineOf = (row: string[]): string => row.map((cell, i) => cell.padEnd(widths[i])).join('  ').trimEnd(); // prettier-ignore
  console.log(`\n${lineOf(heads)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(lineOf(row));
}
