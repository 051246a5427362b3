import type { StormCell, Storms } from '../model/cell.ts';
import { ordinaryShape } from './ordinary.ts';
import { rainShieldShape } from './rain-shield.ts';
import type { Shape } from './shape.ts';
import { squallLineShape } from './squall-line.ts';
import { supercellShape } from './supercell.ts';

export { noEcho, type Column, type Shape } from './shape.ts';

const cellShapes: Record<StormCell['kind'], (cell: StormCell, time: number) => Shape> = {
  supercell: supercellShape,
  'left-mover': supercellShape,
  ordinary: ordinaryShape,
  'line-element': ordinaryShape,
};

/** The echo of a cell. */
export function cellShape(cell: StormCell, time: number): Shape {
  return cellShapes[cell.kind](cell, time);
}

/** The echoes of all precipitation systems. */
export function shapesOf({ cells, lines, shields }: Storms, time: number): Shape[] {
  return [
    ...shields.map((shield) => rainShieldShape(shield, time)),
    ...lines.map((line) => squallLineShape(line, time)),
    ...cells.map((cell) => cellShape(cell, time)),
  ];
}
