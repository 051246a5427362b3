import { nearestOffice } from '@severe/catalogue';
import { countyAt, stateName } from '../land/counties.ts';
import { seenFrom, townNear, compassPoint } from '../land/towns.ts';
import type { Point } from '@severe/geo';
import type { StormReport } from './report.ts';

/** The name of a place in reports. */
interface NamedPlace {
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
  const name = names.get(report) ?? namePlace(report.place);
  names.set(report, name);
  return name;
}

/** The name of any place. */
export function namePlace(place: Point): NamedPlace {
  const town = townNear(place);
  const { miles, towardDeg } = seenFrom(town, place);
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
