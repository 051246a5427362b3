import { nearestOffice } from '@severe/catalogue';
import { countyAt, stateName } from '../land/counties.ts';
import { fromTown, townNear, windOf } from '../land/towns.ts';
import type { StormReport } from './report.ts';

/** A place as reports name it. */
export interface NamedPlace {
  /** `3 ENE Stotesbury`; the name alone within a mile. */
  city: string;
  county: string;
  /** Two letters, and in words. */
  state: string;
  stateName: string;
  /** Three letters. */
  wfo: string;
}

/** Names that were found; a report is listed again and again. */
const known = new WeakMap<StormReport, NamedPlace>();

/** What the place of a report is called. */
export function nameOfPlace(report: StormReport): NamedPlace {
  const name = known.get(report) ?? findName(report);
  known.set(report, name);
  return name;
}

function findName({ place }: StormReport): NamedPlace {
  const town = townNear(place);
  const { miles, towardDeg } = fromTown(town, place);
  const county = countyAt(place);
  const state = county?.state ?? town.state;
  return {
    city: miles < 1 ? town.name : `${miles} ${windOf(towardDeg)} ${town.name}`,
    county: county?.name ?? '',
    state,
    stateName: stateName(state),
    wfo: nearestOffice(place).id,
  };
}
