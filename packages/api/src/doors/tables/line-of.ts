const needsQuotes = /[",\r\n]/;

/** Cells as a line of a table (RFC 4180): nothing for what is absent, quotes around what would end a cell. */
export const lineOf = (cells: readonly unknown[]): string => `${cells.map(textOf).join(',')}\r\n`;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value as string | number | boolean);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
