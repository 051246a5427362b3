/** A placefile as a program reads it. */
export interface Placefile {
  title: string;
  refreshSeconds: number;
  items: PlacefileItem[];
}

export interface PlacefileItem {
  kind: 'line' | 'text';
  /** Latitude and longitude, or pixels if it is in an object. */
  points: number[][];
  /** Latitude and longitude of the object in which it is. */
  object: number[] | undefined;
  color: number[];
  threshold: number;
  timeRange: [from: string, to: string] | undefined;
  words?: string;
  hover?: string[];
}

/**
 * Reads the statements that the specification of GRLevelX has, as strictly as it says.
 *
 * @throws {Error} the line that is none
 * @see https://grlevelx.com/manuals/gis/files_places.htm
 */
export function readPlacefile(text: string): Placefile {
  const file: Placefile = { title: '', refreshSeconds: 0, items: [] };
  const state: Pick<PlacefileItem, 'color' | 'threshold' | 'timeRange' | 'object'> = {
    color: [255, 255, 255],
    threshold: 999,
    timeRange: undefined,
    object: undefined,
  };
  const fonts = new Set<number>();
  let open: PlacefileItem | undefined;
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith(';')) continue;
    if (line === 'End:') {
      if (open) open = undefined;
      else if (state.object) state.object = undefined;
      else throw new Error('End: without a beginning');
      continue;
    }
    if (open) {
      open.points.push(numbersIn(line, 2, line));
      continue;
    }
    const [, key, value] = /^([A-Za-z]+): ?(.*)$/.exec(line) ?? [];
    if (key === 'Title') file.title = value;
    else if (key === 'RefreshSeconds') [file.refreshSeconds] = numbersIn(value, 1, line);
    else if (key === 'Threshold') [state.threshold] = numbersIn(value, 1, line);
    else if (key === 'Color') state.color = numbersIn(value.replaceAll(' ', ','), 3, line);
    else if (key === 'Font') fonts.add(numbersIn(value.split(',').slice(0, 3).join(), 3, line)[0]);
    else if (key === 'TimeRange') state.timeRange = /^(\S{19}) (\S{19})$/.exec(value)!.slice(1) as [string, string];
    else if (key === 'Object') state.object = numbersIn(value, 2, line);
    else if (key === 'Line') {
      const [, numbers, hover] = /^(\d+, \d+)(?:, "([^"]*)")?$/.exec(value) ?? [];
      if (!numbers) throw new Error(`no line: ${line}`);
      open = { kind: 'line', points: [], ...state, hover: hover.split(String.raw`\n`) };
      file.items.push(open);
    } else if (key === 'Text') {
      const [, place, font, words, hover] = /^([^,]+, [^,]+), (\d+), "([^"]*)"(?:, "([^"]*)")?$/.exec(value) ?? [];
      if (!place || !fonts.has(Number(font))) throw new Error(`no text: ${line}`);
      const rest = hover === undefined ? {} : { hover: hover.split(String.raw`\n`) };
      file.items.push({ kind: 'text', points: [numbersIn(place, 2, line)], ...state, words, ...rest });
    } else throw new Error(`no statement: ${line}`);
  }
  if (open || state.object) throw new Error('the file ends within a statement');
  return file;
}

function numbersIn(text: string, count: number, line: string): number[] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.length !== count || numbers.some((number) => !Number.isFinite(number)))
    throw new Error(`no numbers: ${line}`);
  return numbers;
}
