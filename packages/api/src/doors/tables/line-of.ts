/** What a cell of a table may hold. */
export type Cell = string | number | boolean | null | undefined;

const needsQuotes = /[",\r\n]/;

/** Cells as a line of a table (RFC 4180): nothing for what is absent, quotes around what would end a cell. */
export const lineOf = (cells: readonly Cell[]): string => `${cells.map(textOf).join(',')}\r\n`;

function textOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
