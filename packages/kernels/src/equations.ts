import { meansLineSize, meansWithin, type Means } from './blur.ts';
import { nodeLineSize, nodeSamplesSize } from './nodes.ts';
import type { Part, Workspace } from './workspace.ts';

interface Size {
  width: number;
  height: number;
}

/** The sums of the equations, in the order of their planes. */
const sums = 5;

const cellsOf = ({ width, height }: Size): number => width * height;

/** Bytes of a plane of 32-bit floats, with room for what vectors read and write beyond its end. */
const planeBytes = (grid: Size): number => 4 * cellsOf(grid) + 16;

/** The planes of the sums. */
export function sumsOf({ at }: Part, solved: Size): Part[] {
  const length = 4 * cellsOf(solved);
  return Array.from({ length: sums }, (_, i) => ({ at: at + i * planeBytes(solved), length }));
}

/** The planes of a frame: its echoes, and the share of each cell that was observed. */
function planesOf({ at }: Part, frame: Size, index: number): { echo: Part; known: Part } {
  const bytes = planeBytes(frame);
  const [echo, known] = [0, 1].map((i) => ({ at: at + (2 * index + i) * bytes, length: 4 * cellsOf(frame) }));
  return { echo, known };
}

/** Bytes of the working memory for nodes of the motions: of a row, or 64 for each row and 64 more. */
function lineSize(motions: readonly Size[]): number {
  const [widest, tallest] = [motions.map(({ width }) => width), motions.map(({ height }) => height)].map((sides) =>
    Math.max(...sides),
  );
  return Math.max(nodeLineSize(widest), 64 * (tallest + 1));
}

/** Side of a tile in cells. */
const side = 8;
const tilesOf = ({ width, height }: Size): number => Math.ceil(width / side) * Math.ceil(height / side);

/**
 * Parts for the equations of frames.
 *
 * @param frame   cells of the frames
 * @param count   number of the frames, with the newest
 * @param motions grids of the motions
 * @param solved  grids of the sums
 * @param radius  largest radius of means on these, and that of means on the frames
 */
export function equationsSizes(
  frame: Size,
  count: number,
  motions: readonly Size[],
  solved: readonly Size[],
  radius: { solved: number; frame: number },
) {
  const frameBytes = planeBytes(frame);
  const solvedBytes = Math.max(...solved.map(planeBytes));
  const solvedWidth = Math.max(...solved.map(({ width }) => width));
  const solvedHeight = Math.max(...solved.map(({ height }) => height));
  const motionBytes = 4 * Math.max(...motions.map(cellsOf));
  return {
    frames: 2 * count * frameBytes,
    moved: frameBytes,
    used: cellsOf(frame),
    u: motionBytes,
    v: motionBytes,
    columns: nodeSamplesSize(frame.width),
    rows: nodeSamplesSize(frame.height),
    line: lineSize(motions),
    sums: sums * solvedBytes,
    own: solvedBytes,
    meansLine: Math.max(
      meansLineSize({ width: solvedWidth, height: solvedHeight }, radius.solved),
      meansLineSize(frame, radius.frame),
    ),
    solvedU: solvedBytes,
    solvedV: solvedBytes,
    edges: 4 * (solvedWidth + solvedHeight),
    flags: count * tilesOf(frame),
    busy: tilesOf(frame),
    around: tilesOf(frame),
    tiles: 16 * tilesOf(frame),
  };
}

/**
 * `frames` are 32-bit floats: the echo of each cell, and the share that was observed; the newest frame first; `u` and `v` the motion, `columns` and
 * `rows` where the cells of the frames are on its grid (`putSamples`).
 */
export type EquationsParts = Record<keyof ReturnType<typeof equationsSizes>, Part>;

/** Writes a frame into its place, its echoes as means. */
export function putFrame(
  space: Workspace,
  index: number,
  { width, height }: Size,
  { echo, known, means }: { echo: Float32Array; known: Float32Array; means: Means },
  { frames, flags, meansLine }: EquationsParts,
): void {
  const planes = planesOf(frames, { width, height }, index);
  space.floats(planes.echo).set(echo);
  space.floats(planes.known).set(known);
  meansWithin(space, planes.echo, { width, height }, means, meansLine);
  space.run.flagTiles(
    planes.echo.at, planes.known.at, width, height, flags.at + tilesOf({ width, height }) * index,
  ); // prettier-ignore
}

/** Prepares the planes of sums for the equations of a window. */
export function clearSums(space: Workspace, solved: Size, { sums: { at } }: EquationsParts): void {
  space.octets({ at, length: sums * planeBytes(solved) }).fill(0);
}

/** The numbers of two frames. */
interface EquationsOf {
  frame: Size;
  motion: Size;
  solved: Size;
  /** Which frame is the earlier one. */
  earlier: number;
  /** Age of the earlier frame. */
  minutes: number;
  /** Cells of the frames by which the motion is counted, in one of these. */
  factor: number;
  /** Larger differences are growth and decay. */
  mostDifference: number;
  /** Cells in one of the grid of the sums, along each side. */
  thinning: number;
}

/**
 * Adds the equations of least squares of the motion between an earlier frame and the newest one to the planes of `sums`: dx², dx·dy, dy²,
 * dx·difference and dy·difference. Where neither has an echo there is nothing to add.
 *
 * @see Lucas and Kanade 1981, IJCAI
 */
export function addEquations(
  { run }: Workspace,
  { frame, motion, solved, earlier, minutes, factor, mostDifference, thinning }: EquationsOf,
  { frames, moved, used, u, v, columns, rows, line, sums, flags, busy, around, tiles }: EquationsParts,
): void {
  const { width, height } = frame;
  const [now, then] = [0, earlier].map((index) => planesOf(frames, frame, index));
  const thenFlags = flags.at + tilesOf(frame) * earlier;
  const ago = minutes / factor;
  run.chooseTiles(
    flags.at, thenFlags, width, height, u.at, v.at, motion.width, columns.at, rows.at, ago, busy.at, around.at, line.at,
  ); // prettier-ignore
  const compared = run.listTiles(around.at, width, height, tiles.at);
  run.moveEchoes(
    tiles.at, compared, now.known.at, flags.at, then.echo.at, then.known.at, thenFlags, width, height, u.at, v.at, motion.width,
    columns.at, rows.at, line.at, ago, moved.at, used.at,
  ); // prettier-ignore
  const solving = run.listTiles(busy.at, width, height, tiles.at);
  run.addEquations(
    tiles.at, solving, now.echo.at, moved.at, used.at, width, height, minutes, mostDifference, thinning, sums.at, solved.width,
    planeBytes(solved),
  ); // prettier-ignore
}
