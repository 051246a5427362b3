import type { FileReport, GridReport, MessageReport, PointReport } from './report.ts';

type Column = [title: string, cell: (message: MessageReport) => string | undefined, right?: true];

const tableColumns: Column[] = [
  ['#', ({ index }) => String(index), true],
  ['name', ({ name }) => name],
  ['level', ({ level }) => level],
  ['sweep', ({ sweep }) => sweep?.toString(), true],
  ['elevation', ({ elevation }) => elevation?.toFixed(2), true],
  ['time', ({ time }) => time],
  ['statistic', statisticText],
  ['process', ({ process, ensemble }) => [process, ensemble && ensembleText(ensemble)].filter(Boolean).join(', ')],
  ['grid', ({ grid }) => grid && gridText(grid)],
  ['packing', ({ packing }) => packing],
  ['missing', ({ missing }) => missing?.toString(), true],
  ['min', ({ min }) => number(min), true],
  ['max', ({ max }) => number(max), true],
  ['mean', ({ mean }) => number(mean), true],
  ['units', ({ units }) => units ?? undefined],
];

/** The report as text: a table with one line per field, the refused fields, and the requested cells. */
export function printReport(file: string, { format, messages }: FileReport): string {
  const read = messages.filter(({ error }) => error === undefined);
  const refused = messages.filter(({ error }) => error !== undefined);
  const lines = [`${file}: ${format}, ${messages.length} ${messages.length === 1 ? 'field' : 'fields'}`];
  if (read.length > 0) lines.push('', ...table(read));
  const points = read.flatMap((message) => (message.points ?? []).map((point) => pointLine(message, point)));
  if (points.length > 0) lines.push('', ...points);
  const notes = new Set(read.flatMap(({ note }) => note ?? []));
  if (notes.size > 0) lines.push('', ...[...notes].map((note) => `note: ${note}`));
  if (refused.length > 0) lines.push('', ...refused.map(({ index, error }) => `field ${index} was refused: ${error}`));
  return `${lines.join('\n')}\n`;
}

function table(messages: MessageReport[]): string[] {
  const used = tableColumns.filter(([, cell]) => messages.some((message) => cell(message)));
  const rows = [
    used.map(([title]) => title),
    ...messages.map((message) => used.map(([, cell]) => cell(message) ?? '')),
  ];
  const widths = used.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row: string[]): string =>
    row.map((text, i) => (used[i][2] ? text.padStart(widths[i]) : text.padEnd(widths[i]))).join('  ');
  return rows.map((row) => line(row).trimEnd());
}

/** `sum of 2026-05-20T21:00:00Z/2026-05-20T22:00:00Z`. */
function statisticText({ statistic, interval }: MessageReport): string | undefined {
  if (statistic === undefined) return undefined;
  return `${statistic} of ${interval ? `${interval.start}/${interval.end}` : 'an unknown interval'}`;
}

function ensembleText({ type, member, members }: NonNullable<MessageReport['ensemble']>): string {
  const which = member === undefined ? type : `member ${member} (${type})`;
  return members === undefined ? which : `${which} of ${members}`;
}

function gridText(grid: GridReport): string {
  const [slow, fast] = 'radials' in grid ? [grid.radials, grid.gates] : [grid.width, grid.height];
  return `${grid.template}  ${slow} × ${fast}`;
}

function pointLine({ index, units }: MessageReport, point: PointReport): string {
  const place =
    point.lat === undefined || Number.isNaN(point.lat) ? '' : ` at ${point.lat.toFixed(4)},${point.lon?.toFixed(4)}`;
  const cell = point.index === undefined ? '' : ` cell ${point.index}`;
  const value = point.outside ? 'outside the grid' : (number(point.value) ?? 'missing');
  return `field ${index}${cell}${place}: ${value}${point.value === null ? '' : ` ${units ?? ''}`}`.trimEnd();
}

/** Seven digits: the precision of a 32-bit float. */
function number(value: number | null | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(Number(value.toPrecision(7)));
}
