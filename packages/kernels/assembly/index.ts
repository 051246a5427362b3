export { moveGrid } from './advect';
export { averageBlocks, meanBlocks, shareBlocks } from './blocks';
export { meansOfThree, meansWithin, percentages } from './blur';
export { findCalm } from './calm';
export { alphaRange, filterColours, mixColours } from './colours';
export { deflate } from './deflate';
export { moveEchoes } from './echoes';
export { addEquations } from './equations';
export { fadeCells } from './fade';
export { takeCells, viewLattice } from './footprints';
export { sumOnce, sumTwice, unpackGroups } from './groups';
export { lambertTile } from './lambert';
export { inflate } from './inflate';
export { drawMeans } from './means';
export { unfilter16 } from './unfilter16';
export { paint } from './paint';
export { packPixels, usedCodes } from './pixels';
export { copyBox, halveBox, isConstant, takeDifferences } from './planes';
export { addPlanes, divideByEdges, solveEquations, spreadMotion, weighedMean } from './solve';
export { spreadLargest } from './spread';
export { summariseLongs, summariseShorts } from './summary';
export { sumCells } from './sums';
export { halveMarks, markCentres } from './sweep-centres';
export { fillPixels } from './sweep-nearest';
export { chooseTiles, flagTiles, listTiles } from './tiles';
export { compose, pairUp, stepBack } from './trajectories';

/** Start of the memory that callers can use. */
export const freeFrom: usize = __heap_base;

/** Memory for small inputs and outputs of a call. */
export const scratch: usize = memory.data(256, 16);
