/** A TIFF file put together by hand: what a test says stands in it, right or wrong. */
export interface TiffParts {
  /** Tag to its values; the writer chooses the type unless it is told. */
  tags: Record<number, TagValue>;
  /** Packed octets of each block; their places and lengths are written into tags 273 and 279, or 324 and 325. */
  blocks?: Uint8Array[];
  order?: 'little' | 'big';
  bigTiff?: boolean;
}

export type TagValue = number[] | string | { type: keyof typeof writers; values: number[] };

const writers = {
  byte: { code: 1, size: 1, write: (view: DataView, at: number, value: number) => view.setUint8(at, value) },
  ascii: { code: 2, size: 1, write: (view: DataView, at: number, value: number) => view.setUint8(at, value) },
  short: {
    code: 3,
    size: 2,
    write: (view: DataView, at: number, value: number, little: boolean) => view.setUint16(at, value, little),
  },
  long: {
    code: 4,
    size: 4,
    write: (view: DataView, at: number, value: number, little: boolean) => view.setUint32(at, value, little),
  },
  double: {
    code: 12,
    size: 8,
    write: (view: DataView, at: number, value: number, little: boolean) => view.setFloat64(at, value, little),
  },
  long8: {
    code: 16,
    size: 8,
    write: (view: DataView, at: number, value: number, little: boolean) => view.setBigUint64(at, BigInt(value), little),
  },
} as const;

/** The bytes of a file of one image: header, blocks, the values of tags, the directory. */
export function tiff(parts: TiffParts): Uint8Array {
  return tiffOf([parts], parts);
}

/** The same of several images, one behind the other. */
export function tiffOf(
  images: Pick<TiffParts, 'tags' | 'blocks'>[],
  { order = 'little', bigTiff = false }: Pick<TiffParts, 'order' | 'bigTiff'> = {},
): Uint8Array {
  const form = { little: order === 'little', bigTiff };
  let at = bigTiff ? 16 : 8;
  const planned = images.map((image) => {
    const plan = planOf(image, at, bigTiff);
    at = plan.end;
    return plan;
  });
  const file = new Uint8Array(at);
  const view = new DataView(file.buffer);
  view.setUint16(0, form.little ? 0x4949 : 0x4d4d);
  view.setUint16(2, bigTiff ? 43 : 42, form.little);
  if (bigTiff) view.setUint16(4, 8, form.little);
  writeOffset(view, bigTiff ? 8 : 4, planned[0].directoryAt, form);
  planned.forEach((plan, i) => writeImage(file, view, plan, planned[i + 1]?.directoryAt ?? 0, form));
  return file;
}

interface Plan {
  blocks: { at: number; block: Uint8Array }[];
  entries: ({ tag: number } & ReturnType<typeof typed>)[];
  valuesAt: number;
  directoryAt: number;
  end: number;
}

interface Form {
  little: boolean;
  bigTiff: boolean;
}

function planOf({ tags, blocks = [] }: Pick<TiffParts, 'tags' | 'blocks'>, from: number, bigTiff: boolean): Plan {
  let valuesAt = from;
  const placed = blocks.map((block) => {
    const at = valuesAt;
    valuesAt += block.length;
    return { at, block };
  });
  const tiled = 322 in tags;
  const all: Record<number, TagValue> = { ...tags };
  if (blocks.length > 0) {
    all[tiled ? 324 : 273] ??= { type: 'long', values: placed.map(({ at }) => at) };
    all[tiled ? 325 : 279] ??= { type: 'long', values: blocks.map((block) => block.length) };
  }
  const entries = Object.entries(all).map(([tag, value]) => ({ tag: Number(tag), ...typed(value) }));
  const wide = bigTiff ? 8 : 4;
  const outside = entries.map(({ type, values }) => values.length * writers[type].size).filter((size) => size > wide);
  const directoryAt = valuesAt + outside.reduce((sum, size) => sum + size, 0);
  const end = directoryAt + (bigTiff ? 16 : 6) + entries.length * (bigTiff ? 20 : 12);
  return { blocks: placed, entries, valuesAt, directoryAt, end };
}

function writeImage(file: Uint8Array, view: DataView, plan: Plan, next: number, form: Form): void {
  const { blocks, entries, directoryAt, end } = plan;
  const { little, bigTiff } = form;
  const wide = bigTiff ? 8 : 4;
  for (const { at, block } of blocks) file.set(block, at);
  if (bigTiff) view.setBigUint64(directoryAt, BigInt(entries.length), little);
  else view.setUint16(directoryAt, entries.length, little);
  let { valuesAt } = plan;
  entries.forEach(({ tag, type, values }, i) => {
    const { code, size, write } = writers[type];
    const at = directoryAt + (bigTiff ? 8 : 2) + i * (bigTiff ? 20 : 12);
    view.setUint16(at, tag, little);
    view.setUint16(at + 2, code, little);
    writeOffset(view, at + 4, values.length, form);
    const inside = at + 4 + wide;
    const fits = values.length * size <= wide;
    if (!fits) writeOffset(view, inside, valuesAt, form);
    values.forEach((value, k) => write(view, (fits ? inside : valuesAt) + k * size, value, little));
    if (!fits) valuesAt += values.length * size;
  });
  writeOffset(view, end - wide, next, form);
}

function writeOffset(view: DataView, at: number, value: number, { little, bigTiff }: Form): void {
  if (bigTiff) view.setBigUint64(at, BigInt(value), little);
  else view.setUint32(at, value, little);
}

function typed(value: TagValue): { type: keyof typeof writers; values: number[] } {
  if (typeof value === 'string') return { type: 'ascii', values: [...Buffer.from(`${value}\0`)] };
  if (!Array.isArray(value)) return value;
  const whole = value.every((each) => Number.isInteger(each) && each >= 0);
  if (!whole) return { type: 'double', values: value };
  return { type: value.every((each) => each < 65536) ? 'short' : 'long', values: value };
}

/** The tags of an image of one band in one strip, without compression. */
export function plainTags(width: number, height: number, bits: number, sampleFormat = 1): Record<number, TagValue> {
  return { 256: [width], 257: [height], 258: [bits], 259: [1], 262: [1], 277: [1], 278: [height], 339: [sampleFormat] };
}
