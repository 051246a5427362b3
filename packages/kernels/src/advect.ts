import { nodeLineSize, nodeSamplesSize, putSamples, type NodeSamples } from './nodes.ts';
import type { Part, Workspace } from './workspace.ts';

/** Codes of a grid in a workspace, 16 bits each. */
export interface CodesPart extends Part {
  width: number;
  height: number;
}

/** Side of a block in cells. */
const side = 8;

/** Most rows of nodes around a row of blocks. */
const nodeRows = 10;

const codeCount = 0x10000;
const mostAbsent = 255;

/** The part for which codes have no value. */
export const absentSize = codeCount + 4 * (1 + mostAbsent);

/** @throws {RangeError} for more than 255 codes */
export function putAbsent(space: Workspace, part: Part, absent: readonly number[]): void {
  if (absent.length > mostAbsent) throw new RangeError(`${absent.length} codes without a value; at most ${mostAbsent}`);
  const table = space.octets({ at: part.at, length: codeCount }).fill(0);
  for (const code of absent) table[code] = 1;
  const list = space.words({ at: part.at + codeCount, length: absentSize - codeCount });
  list[0] = absent.length;
  list.set(absent, 1);
}

/** Parts for moving a grid, apart from its codes. @param nodes columns and rows of the grid of the origins, at most */
export const moveSizes = ({ width, height }: Pick<CodesPart, 'width' | 'height'>, nodes: [number, number]) => ({
  calm: 4 * Math.ceil(width / side) * Math.ceil(height / side),
  isAbsent: absentSize,
  x: 4 * nodes[0] * nodes[1],
  y: 4 * nodes[0] * nodes[1],
  columns: nodeSamplesSize(width),
  rows: nodeSamplesSize(height),
  lines: 8 * width * nodeRows + nodeLineSize(nodes[0]),
  moved: 2 * width * height,
  filled: 4 * Math.ceil(width / side) * Math.ceil(height / side),
});

/** `moved` is the result, 16 bits a cell, and `filled` what is known of it from the move before. */
export type MoveParts = Record<keyof ReturnType<typeof moveSizes>, Part>;

/** Prepares codes for `moveGrid`. @param absent codes without a value */
export function prepareMove(space: Workspace, codes: CodesPart, absent: readonly number[], parts: MoveParts): void {
  putAbsent(space, parts.isAbsent, absent);
  space.run.findCalm(codes.at, codes.width, codes.height, parts.calm.at);
}

/** Forgets what is in `moved`: before the first move into it, and after others wrote there. */
export function forgetMoved(space: Workspace, { filled }: Pick<MoveParts, 'filled'>): void {
  space.words(filled).fill(-1);
}

/** Where the cells of a grid come from. */
interface MoveFrom {
  /** How far east and south, on a coarser grid with so many columns. */
  x: Float32Array;
  y: Float32Array;
  nodes: number;
  /** Where the columns and rows of the codes are on that grid. */
  columns: NodeSamples;
  rows: NodeSamples;
  /** Cells of the codes in a unit of the origins. */
  scale: number;
  /** Code of what comes from beyond the grid. */
  outside: number;
}

/**
 * Moves prepared codes to `moved`: each cell takes the code of its origin, by bilinear interpolation of four cells; where one of them
 * has no value, that of the nearest. What is the same as after the move before is not written again.
 */
export function moveGrid(
  space: Workspace,
  codes: CodesPart,
  { x, y, nodes, columns, rows, scale, outside }: MoveFrom,
  parts: MoveParts,
): void {
  space.floats(parts.x).set(x);
  space.floats(parts.y).set(y);
  putSamples(space, parts.columns, columns);
  putSamples(space, parts.rows, rows);
  space.run.moveGrid(
    codes.at,
    codes.width,
    codes.height,
    parts.calm.at,
    parts.isAbsent.at,
    parts.x.at,
    parts.y.at,
    nodes,
    parts.columns.at,
    parts.rows.at,
    scale,
    parts.lines.at,
    outside,
    parts.moved.at,
    parts.filled.at,
  );
}
