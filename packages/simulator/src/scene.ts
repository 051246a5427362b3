import type { Point } from '@severe/geo';
import { kmPerDegree, radian } from './model/plane.ts';
import { noEcho, type Column, type Shape } from './shapes/index.ts';

/** The local geometry of a grid at a point: position of the point, and kilometres east and north per column and row. */
export interface Frame {
  column: number;
  row: number;
  eastPerColumn: number;
  northPerColumn: number;
  eastPerRow: number;
  northPerRow: number;
}

/** A grid on which storms can be drawn. */
export interface Canvas {
  width: number;
  height: number;
  /** The local geometry at a point; exact there, and accurate to a few per cent over the size of a storm. */
  frameAt(point: Point): Frame;
}

/** A block of cells of a canvas. */
export interface Block {
  column: number;
  row: number;
  width: number;
  height: number;
}

/** The columns of all storms over a block, row by row of `block.width`. */
export interface Scene {
  block: Block;
  /** Echo at the lowest level, dBZ. */
  base: Float32Array;
  /** Strongest echo of the column, dBZ; never less than `base`. */
  composite: Float32Array;
  /** 18 dBZ echo top, km; 0 without one. */
  top: Float32Array;
}

/** The frame of a grid given only by positions: finite differences to two nearby points. */
export function frameFrom(place: (point: Point) => Pick<Frame, 'column' | 'row'>, point: Point): Frame {
  const km = 20;
  const at = place(point);
  const north = place({ lat: point.lat + km / kmPerDegree, lon: point.lon });
  const east = place({ lat: point.lat, lon: point.lon + km / kmPerDegree / Math.cos(point.lat * radian) });
  // Cells per kilometre; the frame is the inverse.
  const [ec, er] = [(east.column - at.column) / km, (east.row - at.row) / km];
  const [nc, nr] = [(north.column - at.column) / km, (north.row - at.row) / km];
  const det = ec * nr - nc * er;
  return {
    ...at,
    eastPerColumn: nr / det,
    northPerColumn: -er / det,
    eastPerRow: -nc / det,
    northPerRow: ec / det,
  };
}

/** Draws shapes on a canvas; where they overlap, the stronger echo and the higher top count. */
export function paintScene(canvas: Canvas, shapes: Shape[]): Scene {
  const blocks = shapes.map((shape) => blockOf(canvas, shape));
  const block = hull(blocks.filter(({ width, height }) => width > 0 && height > 0));
  const cells = block.width * block.height;
  const scene = {
    block,
    base: new Float32Array(cells).fill(noEcho),
    composite: new Float32Array(cells).fill(noEcho),
    top: new Float32Array(cells),
  };
  shapes.forEach((shape, i) => paintShape(canvas, shape, blocks[i], scene));
  return scene;
}

/** The cells within reach of a shape, clipped to the canvas; width or height is 0 if it lies outside. */
export function blockOf(canvas: Canvas, { center, reach }: Pick<Shape, 'center' | 'reach'>): Block {
  const f = canvas.frameAt(center);
  // The inverse of the frame: columns and rows per kilometre east and north.
  const det = f.eastPerColumn * f.northPerRow - f.eastPerRow * f.northPerColumn;
  const corners = [-reach.west, reach.east].flatMap((east) =>
    [-reach.south, reach.north].map((north) => ({
      column: f.column + (east * f.northPerRow - north * f.eastPerRow) / det,
      row: f.row + (north * f.eastPerColumn - east * f.northPerColumn) / det,
    })),
  );
  const [column, width] = span(
    corners.map((c) => c.column),
    canvas.width,
  );
  const [row, height] = span(
    corners.map((c) => c.row),
    canvas.height,
  );
  return { column, row, width, height };
}

function paintShape(canvas: Canvas, shape: Shape, at: Block, { block, base, composite, top }: Scene): void {
  const f = canvas.frameAt(shape.center);
  const out: Column = { base: noEcho, aloft: noEcho, top: 0 };
  for (let row = at.row; row < at.row + at.height; row++) {
    const down = row - f.row;
    let i = (row - block.row) * block.width + at.column - block.column;
    for (let column = at.column; column < at.column + at.width; column++, i++) {
      const right = column - f.column;
      shape.column(right * f.eastPerColumn + down * f.eastPerRow, right * f.northPerColumn + down * f.northPerRow, out);
      if (out.base > base[i]) base[i] = out.base;
      const strongest = out.aloft > out.base ? out.aloft : out.base;
      if (strongest > composite[i]) composite[i] = strongest;
      if (out.top > top[i]) top[i] = out.top;
    }
  }
}

function span(places: number[], end: number): [start: number, length: number] {
  const first = Math.max(0, Math.ceil(Math.min(...places)));
  const last = Math.min(end - 1, Math.floor(Math.max(...places)));
  return [first, Math.max(0, last - first + 1)];
}

function hull(blocks: Block[]): Block {
  if (blocks.length === 0) return { column: 0, row: 0, width: 0, height: 0 };
  const column = Math.min(...blocks.map((b) => b.column));
  const row = Math.min(...blocks.map((b) => b.row));
  return {
    column,
    row,
    width: Math.max(...blocks.map((b) => b.column + b.width)) - column,
    height: Math.max(...blocks.map((b) => b.row + b.height)) - row,
  };
}
