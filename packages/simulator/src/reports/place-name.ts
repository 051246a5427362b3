import { nearestOffice } from '@severe/catalogue';
import { countyAt, stateName } from '../land/counties.ts';
import { fromTown, townNear, compassPoint } from '../land/towns.ts';
import type { StormReport } from './report.ts';

/** The name of a place in reports. */
export interface NamedPlace {
  /** For example `3 ENE Stotesbury`; the town alone within a mile. */
  city: string;
  county: string;
  /** Two letters; and the full name. */
  state: string;
  stateName: string;
  /** Office, three letters. */
  wfo: string;
}

/** Cache of names, since a report is listed many times. */
const names = new WeakMap<StormReport, NamedPlace>();

/** The name of a report's place. */
export function nameOfPlace(report: StormReport): NamedPlace {
  const name = names.get(report) ?? findName(report);
  names.set(report, name);
  return name;
}

function findName({ place }: StormReport): NamedPlace {
  const town = townNear(place);
  const { miles, towardDeg } = fromTown(town, place);
  const county = countyAt(place);
  const state = county?.state ?? town.state;
  return {
    city: miles < 1 ? town.name : `${miles} ${compassPoint(towardDeg)} ${town.name}`,
    county: county?.name ?? '',
    state,
    stateName: stateName(state),
    wfo: nearestOffice(place).id,
  };
}
