import type { Point } from '@severe/geo';
import { kmPerDegree, radian } from './model/plane.ts';
import { noEcho, type Column, type Shape } from './shapes/index.ts';

/**
 * Affine transform of a grid near a point: column and row of the point, and kilometres east and north per column and
 * row.
 */
export interface LocalTransform {
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
  /** The transform near a point: exact at the point, accurate to a few per cent over the size of a storm. */
  transformAt(point: Point): LocalTransform;
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

/** The transform of a grid from `place`, which gives column and row of a point: finite differences to two nearby points. */
export function transformFrom(
  place: (point: Point) => Pick<LocalTransform, 'column' | 'row'>,
  point: Point,
): LocalTransform {
  const km = 20;
  const at = place(point);
  const north = place({ lat: point.lat + km / kmPerDegree, lon: point.lon });
  const east = place({ lat: point.lat, lon: point.lon + km / kmPerDegree / Math.cos(point.lat * radian) });
  // Cells per kilometre; the transform is the inverse.
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

/** Draws shapes on a canvas. Where they overlap, a cell gets the stronger echo and the higher top. */
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

/** The cells that a shape can cover, clipped to the canvas; width or height is 0 if the shape lies outside. */
export function blockOf(canvas: Canvas, { center, reach }: Pick<Shape, 'center' | 'reach'>): Block {
  const f = canvas.transformAt(center);
  // The inverse of the transform: columns and rows per kilometre east and north.
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
  const f = canvas.transformAt(shape.center);
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
