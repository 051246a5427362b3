import type { GateSegments, SweepGates } from './sweep-gates.ts';
import type { Part, Workspace } from './workspace.ts';

/** Side of a tile in pixels. */
const side = 256;

/** Up to this zoom tiles are copied from canvases, which are marked once. At greater zooms few gates are in a tile. */
const canvasZoom = 7;

/** A pixel of the greatest zoom of the canvases is 2^17 units wide. */
const pixelBits = 32 - 8 - canvasZoom;

/** A rectangle of pixels that contains all gates: its place and size at `canvasZoom`, in multiples of a pixel of zoom 0. */
interface Canvas {
  column: number;
  row: number;
  width: number;
  height: number;
}

/** The canvas of a sweep. */
export function canvasOf({ x, y, extent }: GateSegments): Canvas {
  const [column, width] = spanOf(x, extent);
  const [row, height] = spanOf(y, extent);
  return { column, row, width, height };
}

/** First pixel and number of pixels of the places of segments along an axis. */
function spanOf(places: Int32Array, extent: number): [first: number, count: number] {
  const [origin] = places;
  let [least, most] = [0, 0];
  for (const place of places) {
    const from = (place - origin) | 0; // across the edge of the world
    if (from < least) least = from;
    if (from > most) most = from;
  }
  const step = 2 ** canvasZoom;
  const pixelOf = (place: number) => place / 2 ** pixelBits;
  const first = Math.floor(pixelOf((origin >>> 0) + least - extent) / step) * step;
  const end = (Math.floor(pixelOf((origin >>> 0) + most + extent) / step) + 1) * step;
  return [first, end - first];
}

/** Octets of the canvases of all zooms, and one for gates outside of them. */
export function marksOctets({ width, height }: Canvas): number {
  return Math.ceil((width * height * 4) / 3) + 1;
}

interface MarksParts {
  ranks: Part;
  segments: Part;
  tile: Part;
  canvas: Part;
  /** Length of a list of segments. */
  listLength: number;
}

/** Marks of the centres of a sweep's gates: of each pixel the highest rank of the gates that it contains, plus 1, else 0. */
export class SweepMarks {
  readonly #space: Workspace;
  readonly #sweep: SweepGates;
  readonly #canvas: Canvas;
  readonly #parts: MarksParts;
  /** Canvases by zoom; made when the first tile needs them. */
  #canvases: Part[] | undefined;

  constructor(space: Workspace, sweep: SweepGates, canvas: Canvas, parts: MarksParts) {
    this.#space = space;
    this.#sweep = sweep;
    this.#canvas = canvas;
    this.#parts = parts;
  }

  /** Puts the marks of a tile into its part. */
  put(z: number, x: number, y: number): void {
    if (z > canvasZoom) {
      const units = 2 ** (32 - z);
      this.#mark((x + 0.5) * units, (y + 0.5) * units, side / units, this.#parts.tile, side, side);
    } else {
      this.#canvases ??= this.#makeCanvases();
      this.#copy(z, x, y, this.#canvases[z]);
    }
  }

  #mark(x: number, y: number, scale: number, into: Part, width: number, height: number): void {
    const { segments, radials, gates } = this.#sweep;
    this.#space.run.markCentres(
      this.#parts.segments.at,
      this.#parts.listLength,
      radials,
      segments.perRadial,
      segments.each,
      segments.extent,
      x,
      y,
      scale,
      this.#parts.ranks.at,
      gates,
      into.at,
      width,
      height,
    );
  }

  #makeCanvases(): Part[] {
    const canvases: Part[] = [];
    const { column, row } = this.#canvas;
    let { width, height } = this.#canvas;
    const units = 2 ** pixelBits;
    let part = { at: this.#parts.canvas.at, length: width * height };
    canvases[canvasZoom] = part;
    this.#mark((column + width / 2) * units, (row + height / 2) * units, 1 / units, part, width, height);
    for (let z = canvasZoom - 1; z >= 0; z--) {
      [width, height] = [width / 2, height / 2];
      const half = { at: part.at + part.length, length: width * height };
      this.#space.run.halveMarks(part.at, width, height, half.at);
      canvases[z] = part = half;
    }
    return canvases;
  }

  #copy(z: number, x: number, y: number, from: Part): void {
    const world = side * 2 ** z;
    const [column, row, width, height] = [
      this.#canvas.column,
      this.#canvas.row,
      this.#canvas.width,
      this.#canvas.height,
    ].map((pixels) => pixels / 2 ** (canvasZoom - z));
    const canvas = this.#space.octets(from);
    const tile = this.#space.octets(this.#parts.tile).fill(0);
    const [top, bottom] = [Math.max(row, y * side), Math.min(row + height, (y + 1) * side)];
    for (const turned of [column - world, column, column + world]) {
      const [left, right] = [Math.max(turned, x * side), Math.min(turned + width, (x + 1) * side)];
      if (left >= right) continue;
      for (let line = top; line < bottom; line++) {
        const start = (line - row) * width - turned;
        tile.set(canvas.subarray(start + left, start + right), (line - y * side) * side + left - x * side);
      }
    }
  }
}
