export { startSimulator, type Simulator, type SimulatorOptions } from './start.ts';
export type { Answered } from './server/messages.ts';
export { stormsAt } from './model/storms.ts';
export type { CellKind, RainShield, SquallLine, StormCell, Storms } from './model/cell.ts';
export type { Motion } from './model/plane.ts';
