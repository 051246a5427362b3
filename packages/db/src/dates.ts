/** A row of JSON whose times are texts, with its times as dates. Null stays null. */
export function datesOf<Row extends object, Key extends keyof Row>(
  row: Row,
  keys: readonly Key[],
): { [K in keyof Row]: K extends Key ? (null extends Row[K] ? Date | null : Date) : Row[K] } {
  const times = keys.map((key) => [key, row[key] === null ? null : new Date(row[key] as string)]);
  return { ...row, ...Object.fromEntries(times) };
}
