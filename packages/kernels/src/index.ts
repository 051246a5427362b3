export { alphaRange, colourKernelSizes, filterColours, mixColours, type ColoursParts } from './colours.ts';
export { deflate, deflateSizes, type RowShape } from './deflate.ts';
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
  planesSizes,
  type Box,
  type halvingRules,
  type PlanePart,
} from './planes.ts';
export { borrow, emptyPool, giveBack, handOver, ownerOf } from './pool.ts';
export { codesPerMark, paint, paintSizes } from './paint.ts';
export { packPixels, usedCodes } from './pixels.ts';
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
export { unfilter16 } from './unfilter16.ts';
export { Workspace, type Part } from './workspace.ts';
