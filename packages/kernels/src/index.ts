export { forgetMoved, moveGrid, moveSizes, prepareMove, type CodesPart, type MoveParts } from './advect.ts';
export { averageBlocks, classesSize, meanBlocks, shareBlocks } from './blocks.ts';
export { meansOfThree, meansOfThreeSize, meansWithin, percentages } from './blur.ts';
export { alphaRange, colourKernelSizes, filterColours, mixColours, type ColoursParts } from './colours.ts';
export { deflate, deflateSizes, type RowShape } from './deflate.ts';
export { addEquations, clearSums, equationsSizes, putFrame, sumsOf, type EquationsParts } from './equations.ts';
export { fadeCodes } from './fade.ts';
export {
  footprintsSizes,
  takeFootprints,
  viewLattice,
  type Footprints,
  type FootprintsParts,
  type ViewScale,
  type ViewTables,
} from './footprints.ts';
export { integrate, unpackGroups, type GroupLists } from './groups.ts';
export { lambertSizes, lambertTile, sumCells, type LambertRule, type LambertTables } from './lambert.ts';
export { drawMeans, meansSizes } from './means.ts';
export { inflate } from './inflate.ts';
export {
  deflateBox,
  halveBox,
  isConstant,
  mostAbsentOfGreatest,
  planesSizes,
  putAbsentOfGreatest,
  type Box,
  type halvingRules,
  type PlanePart,
} from './planes.ts';
export { borrow, borrowParts, emptyPool, giveBack, handOver, ownerOf } from './pool.ts';
export { putSamples, type NodeSamples } from './nodes.ts';
export { codesPerMark, paint, paintSizes } from './paint.ts';
export { packPixels, usedCodes } from './pixels.ts';
export { meansOfSolved, meansOfSums, solveEquations } from './solve.ts';
export { spreadLargest, spreadSizes, type PixelSpans } from './spread.ts';
export { putSteps, stepsSizes, type Steps } from './steps.ts';
export { summariseLongs, summariseShorts, type Summary } from './summary.ts';
export { sweepTiles, type SweepView } from './sweep.ts';
export {
  maxRank,
  noRadial,
  turnUnits,
  worldUnits,
  type GateSegments,
  type Sector,
  type SweepGates,
} from './sweep-gates.ts';
export { compose, pairsSize, pairUp, stepBack } from './trajectories.ts';
export { unfilter16 } from './unfilter16.ts';
export { Workspace, type Part } from './workspace.ts';
