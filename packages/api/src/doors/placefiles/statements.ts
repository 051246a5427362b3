/** A position: longitude and latitude in degrees. */
type Position = readonly number[];

/** A colour as the map has it, such as `#ff0000`. */
export function color(hex: string): string {
  const channels = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
  return `Color: ${channels.join(' ')}\n`;
}

/** When what follows is shown, by the clock of the radar image. Since version 1.5 of the format. */
export function timeRange(from: string, to: string): string {
  return `TimeRange: ${from.slice(0, 19)} ${to.slice(0, 19)}\n`;
}

/** A text in quotes, of several lines: the format has no escape for a quote. */
function quoted(lines: readonly string[]): string {
  const safe = lines.map((line) => line.replaceAll('"', "'").replaceAll('\\', '/').replace(/\s+/g, ' ').trim());
  return `"${safe.join(String.raw`\n`)}"`;
}

/** @param hover lines that are shown where the pointer is */
export function line(width: number, hover: readonly string[], positions: readonly Position[]): string {
  return `Line: ${width}, 0, ${quoted(hover)}\n${positions.map(([lon, lat]) => `  ${lat}, ${lon}\n`).join('')}End:\n`;
}

/** Every ring or line of a geometry. */
export function outline(width: number, hover: readonly string[], coordinates: readonly unknown[]): string {
  const isLine = typeof (coordinates[0] as Position)[0] === 'number';
  if (isLine) return line(width, hover, coordinates as Position[]);
  return coordinates.map((part) => outline(width, hover, part as unknown[])).join('');
}

/** @param font number of a `Font` statement */
export function text([lon, lat]: Position, font: number, words: string, hover: readonly string[] = []): string {
  return `Text: ${lat}, ${lon}, ${font}, ${quoted([words])}${hover.length > 0 ? `, ${quoted(hover)}` : ''}\n`;
}

/** Lines of a symbol, in pixels to the right and upwards from its centre. */
export type Strokes = readonly (readonly (readonly [x: number, y: number])[])[];

/** A symbol that keeps its size on the screen: no file with icons is needed. */
export function symbol([lon, lat]: Position, width: number, strokes: Strokes, hover: readonly string[]): string {
  const drawn = strokes.map((stroke) =>
    line(
      width,
      hover,
      stroke.map(([x, y]) => [y, x]), // within an object the two numbers of a position are x and y
    ),
  );
  return `Object: ${lat}, ${lon}\n${drawn.join('')}End:\n`;
}
