import type { EchoFrame } from './echo.ts';
import { rangeOf, type Motion, type Plane } from './plane.ts';

/** A part of a grid; `right` and `bottom` are the first column and row behind it. */
export interface Tile {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Tiles whose cells or their neighbours have an echo, or had one where they come from; and these with those beside them. */
export interface EchoTiles {
  busy: Tile[];
  around: Tile[];
}

/** Side of a tile, as a shift. */
const shift = 4;
const side = 1 << shift;

/**
 * Where two frames have to be compared: most of a country has no echo in either, and nothing to learn from.
 *
 * @param motion on the grid of the frames
 * @returns a function of an earlier frame
 */
export function echoTiles({ u, v, factor }: Motion, { echo }: EchoFrame): (earlier: EchoFrame) => EchoTiles {
  const { width, height } = echo;
  const [across, down] = [width, height].map((cells) => ((cells - 1) >> shift) + 1);
  const now = withEcho(echo);
  const [alongX, alongY] = [rangesOf(u), rangesOf(v)];
  const any = (has: Uint8Array, { left, right, top, bottom }: Tile): boolean => {
    for (let row = top; row < bottom; row++)
      for (let at = row * across + left; at < row * across + right; at++) if (has[at] === 1) return true;
    return false;
  };
  const within = (from: number, to: number, count: number): [from: number, to: number] => [
    Math.min(Math.max(0, from), count),
    Math.max(0, Math.min(count, to)),
  ];
  /** The tiles of some cells. */
  const tilesOf = (left: number, right: number, top: number, bottom: number): Tile => {
    const [firstColumn, endColumn] = within(Math.floor(left) >> shift, (Math.ceil(right) >> shift) + 1, across);
    const [firstRow, endRow] = within(Math.floor(top) >> shift, (Math.ceil(bottom) >> shift) + 1, down);
    return { left: firstColumn, right: endColumn, top: firstRow, bottom: endRow };
  };

  return ({ echo: before, minutes }) => {
    const then = withEcho(before);
    const ago = -minutes / factor;
    const isBusy = new Uint8Array(across * down);
    const isAround = new Uint8Array(across * down);
    for (let row = 0, at = 0; row < down; row++) {
      for (let column = 0; column < across; column++, at++) {
        const [left, top] = [(column << shift) - 1, (row << shift) - 1];
        const [right, bottom] = [left + side + 1, top + side + 1];
        const origins = tilesOf(
          left - alongX.most[at] * ago,
          right - alongX.least[at] * ago,
          top - alongY.most[at] * ago,
          bottom - alongY.least[at] * ago,
        );
        const beside = tilesOf(left, right, top, bottom);
        if (!any(now, beside) && !any(then, origins)) continue;
        isBusy[at] = 1;
        for (let y = beside.top; y < beside.bottom; y++)
          isAround.fill(1, y * across + beside.left, y * across + beside.right);
      }
    }
    return { busy: tilesIn(isBusy), around: tilesIn(isAround) };
  };

  function tilesIn(chosen: Uint8Array): Tile[] {
    const tiles: Tile[] = [];
    for (let at = 0; at < chosen.length; at++) {
      if (chosen[at] === 0) continue;
      const [left, top] = [(at % across) << shift, Math.floor(at / across) << shift];
      tiles.push({ left, right: Math.min(left + side, width), top, bottom: Math.min(top + side, height) });
    }
    return tiles;
  }

  /** The least and the greatest value in each tile and the cells beside it. */
  function rangesOf(plane: Plane): { least: Float32Array; most: Float32Array } {
    const [least, most] = [new Float32Array(across * down), new Float32Array(across * down)];
    for (let at = 0; at < least.length; at++) {
      const [left, top] = [((at % across) << shift) - 1, (Math.floor(at / across) << shift) - 1];
      const cells = { left: Math.max(0, left), right: left + side + 1, top: Math.max(0, top), bottom: top + side + 1 };
      const [low, high] = rangeOf(plane, cells);
      least[at] = low;
      most[at] = high;
    }
    return { least, most };
  }
}

const known = new WeakMap<Plane, Uint8Array>();

/** Whether each tile has an echo. */
function withEcho(plane: Plane): Uint8Array {
  const found = known.get(plane);
  if (found) return found;
  const across = ((plane.width - 1) >> shift) + 1;
  const has = new Uint8Array(across * (((plane.height - 1) >> shift) + 1));
  for (let row = 0, i = 0; row < plane.height; row++) {
    for (let column = 0; column < plane.width; column++, i++)
      if (plane.values[i] !== 0) has[(row >> shift) * across + (column >> shift)] = 1;
  }
  known.set(plane, has);
  return has;
}
