export { inflate } from './inflate.ts';
export { borrow, giveBack, handOver, ownerOf } from './pool.ts';
export { summariseShorts, type Summary } from './summary.ts';
export { unfilter16 } from './unfilter16.ts';
export { Workspace, type Part } from './workspace.ts';
