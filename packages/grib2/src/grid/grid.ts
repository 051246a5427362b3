import type { DefinedGrid, GridDefinition } from '@severe/projection';
import type { Section } from '../section.ts';
import type { Scan } from './scan.ts';

/** The grid of a field: section 3 as data. `gridLocator` of `@severe/projection` computes positions. */
export interface Grid<Definition extends GridDefinition = GridDefinition> extends DefinedGrid<Definition> {
  /** `3.` and the number of the template in table 3.1. */
  template: string;
  scan: Scan;
  /** Whether vector components are along columns and rows; otherwise they are eastward and northward (table 3.3). */
  vectorsAlongGrid: boolean;
}

/** Reads the octets of one grid definition template. */
export type GridTemplate = (section3: Section) => Grid;

/** Flag table 3.3: whether vector components are along the grid. */
export function readVectorFlag(section3: Section, octet: number): boolean {
  return (section3.u8(octet) & 0x08) !== 0;
}
