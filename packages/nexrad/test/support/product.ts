import { bzip2 } from '../../src/write/index.ts';

/** A product to be written: halfwords and blocks by the ICD's figures. */
export interface ProductToWrite {
  code: number;
  thresholds?: number[];
  /** P1 to P10, by number. */
  parameters?: Record<number, number>;
  /** Layers of packets. */
  layers?: Uint8Array[][];
  /** Pages of packets. */
  graphic?: Uint8Array[][];
  /** Pages of lines. */
  tabular?: string[][];
  isPacked?: boolean;
  heading?: string;
}

export const wmoHeading = 'SDUS54 KOUN 202218\r\r\nN0QTLX\r\r\n';

const descriptionEnd = 120;

/** Big-endian halfwords; negative ones as two's complements. */
export function halfwords(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => bytes.writeUInt16BE(value & 0xffff, 2 * i));
  return bytes;
}

export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32BE(value >>> 0, 4 * i));
  return bytes;
}

function headOf(code: number, length: number, blocks: number): Buffer {
  // 20 May 2026, a quarter past ten in the evening
  return Buffer.concat([halfwords(code, 20_594), words(80_319, length), halfwords(1, 0, blocks)]);
}

function descriptionOf(product: ProductToWrite, offsets: number[]): Buffer {
  const { code, parameters: p = {}, thresholds = [] } = product;
  const at = (number: number): number => p[number] ?? 0;
  return Buffer.concat([
    halfwords(-1),
    words(35_333, -97_278),
    halfwords(1277, code, 2, 212, 0, 41, 20_594),
    words(80_100),
    halfwords(20_594),
    words(80_300),
    halfwords(at(1), at(2), 3, at(3)),
    halfwords(...Array.from({ length: 16 }, (_, i) => thresholds[i] ?? 0)),
    halfwords(...[4, 5, 6, 7, 8, 9, 10].map(at)),
    Buffer.from([0, 0]),
    words(...offsets.map((offset) => offset / 2)),
  ]);
}

function block(id: number, content: Buffer): Buffer {
  return Buffer.concat([halfwords(-1, id), words(content.length + 8), content]);
}

/** Pages of lines, as the tabular block has them. */
export function pagesOf(pages: string[][]): Buffer {
  const lines = pages.map((page) =>
    Buffer.concat([...page.map((line) => Buffer.concat([halfwords(line.length), Buffer.from(line)])), halfwords(-1)]),
  );
  return Buffer.concat([halfwords(-1, pages.length), ...lines]);
}

export function productBytes(product: ProductToWrite): Buffer {
  const { code, layers, graphic, tabular, isPacked = false, heading = '' } = product;
  const blocks: (Uint8Array | undefined)[] = [
    layers &&
      block(
        1,
        Buffer.concat([
          halfwords(layers.length),
          ...layers.flatMap((packets) => {
            const content = Buffer.concat(packets);
            return [halfwords(-1), words(content.length), content];
          }),
        ]),
      ),
    graphic &&
      block(
        2,
        Buffer.concat([
          halfwords(graphic.length),
          ...graphic.flatMap((packets, i) => {
            const content = Buffer.concat(packets);
            return [halfwords(i + 1, content.length), content];
          }),
        ]),
      ),
    tabular && block(3, Buffer.concat([headOf(code, 0, 0), descriptionOf({ code }, [0, 0, 0]), pagesOf(tabular)])),
  ];
  let next = descriptionEnd;
  const offsets = blocks.map((content) => {
    const at = content ? next : 0;
    next += content?.length ?? 0;
    return at;
  });
  const body = Buffer.concat(blocks.filter((content) => content !== undefined));
  const sent = isPacked ? bzip2(body) : body;
  const parameters = isPacked
    ? { ...product.parameters, 8: 1, 9: body.length >>> 16, 10: body.length }
    : product.parameters;
  const head = headOf(code, descriptionEnd + sent.length, 2 + blocks.filter(Boolean).length);
  return Buffer.concat([Buffer.from(heading), head, descriptionOf({ ...product, parameters }, offsets), sent]);
}

/** Packet 16: a byte a gate; each radial begins where the last ended. */
export function digitalRadials(rows: number[][], widthDeg = 360 / rows.length, gates = rows[0].length): Buffer {
  const radials = rows.map((codes, i) =>
    Buffer.concat([halfwords(codes.length, i * widthDeg * 10, widthDeg * 10), Buffer.from(codes)]),
  );
  return Buffer.concat([halfwords(16, 0, gates, 256, 280, 999, rows.length), ...radials]);
}

/** Packet AF1F: runs, each [length, level]; padded to whole halfwords. */
export function runRadials(rows: [number, number][][], gates: number): Buffer {
  const radials = rows.map((runs, i) => {
    const bytes = runs.map(([length, level]) => (length << 4) | level);
    if (bytes.length % 2) bytes.push(0);
    return Buffer.concat([halfwords(bytes.length / 2, i * 10, 10), Buffer.from(bytes)]);
  });
  return Buffer.concat([halfwords(0xaf1f, 0, gates, 256, 280, 999, rows.length), ...radials]);
}

/** Packet BA07: rows of runs. */
export function raster(rows: [number, number][][]): Buffer {
  const lines = rows.map((runs) => {
    const bytes = runs.map(([length, level]) => (length << 4) | level);
    return Buffer.concat([halfwords(bytes.length), Buffer.from(bytes)]);
  });
  return Buffer.concat([halfwords(0xba07, 0x8000, 0xc0, 1, 1, 1, 0, 1, 0, rows.length, 2), ...lines]);
}

/** A packet that says how long it is. */
export function sized(code: number, content: Buffer): Buffer {
  return Buffer.concat([halfwords(code, content.length), content]);
}
