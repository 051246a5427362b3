import type { Legend, LegendEntry, LegendStop } from './legend.ts';

const margin = 8;
/** Horizontal position of the labels of entries. */
const indent = 24;
/** Length of the bar if its steps are narrower than `widestSwatch`. */
const barLength = 480;
const widestSwatch = 24;
const bar = { top: 24, height: 14 };
const labelsAt = bar.top + bar.height + 12;
const entriesAt = labelsAt + 10;
const rowHeight = 16;
/** Width of a letter in pixels. Generous, because fonts differ. */
const letter = 6.5;

/** Draws a legend: a bar of the steps with the values where they begin, and a row for each entry without a value. */
export function legendSvg(legend: Legend): string {
  const { stops, entries } = legend;
  const title = legend.units ? `${legend.name} (${legend.units})` : legend.name;
  const widest = Math.max(title.length, ...entries.map(({ label }) => label.length + 4));
  const swatch = Math.max(2, Math.min(widestSwatch, Math.floor(barLength / stops.length)));
  const width = Math.ceil(2 * margin + Math.max(stops.length * swatch + widestSwatch, widest * letter));
  const height = entriesAt + entries.length * rowHeight + margin;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="4" fill="#ffffff"/>`,
    '<g font-family="system-ui, DejaVu Sans, Arial, sans-serif" font-size="10" fill="#1a1a1a">',
    `<text x="${margin}" y="16" font-size="12">${escaped(title)}</text>`,
    ...stops.map((stop, i) => swatchOf(stop, margin + i * swatch, swatch)),
    ...labelsOf(stops, swatch),
    ...entries.map(entryOf),
    '</g>',
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function swatchOf({ color }: LegendStop, x: number, swatch: number): string {
  return `<rect x="${x}" y="${bar.top}" width="${swatch}" height="${bar.height}" fill="${color}"/>`;
}

/** As many labels as fit side by side, each where its step begins. */
function labelsOf(stops: LegendStop[], swatch: number): string[] {
  const longest = Math.max(1, ...stops.map(({ label }) => label.length));
  const every = Math.ceil(((longest + 1) * letter) / swatch);
  const shown = stops.map(({ label }, i) => ({ label, x: margin + i * swatch })).filter((_, i) => i % every === 0);
  return shown.map(({ label, x }) => `<text x="${x}" y="${labelsAt}">${escaped(label)}</text>`);
}

function entryOf({ label, color }: LegendEntry, i: number): string {
  const y = entriesAt + i * rowHeight;
  const look = color === null ? 'fill="none" stroke="#888888" stroke-dasharray="2 2"' : `fill="${color}"`;
  return (
    `<rect x="${margin + 0.5}" y="${y + 0.5}" width="17" height="10" ${look}/>` +
    `<text x="${margin + indent}" y="${y + 9}">${escaped(label)}</text>`
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]);
