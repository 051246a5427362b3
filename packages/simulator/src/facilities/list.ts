import { facilityKinds, type FacilityKind } from '@severe/catalogue';
import type { Bounds, Point } from '@severe/geo';
import { allTowns, type Town } from '../land/towns.ts';
import { moved } from '../model/plane.ts';
import { randomSequence } from '../model/random.ts';
import { simulatedLabel } from '../warnings/texts.ts';

/** A fictitious facility. */
interface SimulatedFacility extends Point {
  id: string;
  kind: FacilityKind;
  name: string;
  town: Town;
  capacity: number;
}

/** The area in which warnings occur. */
const country: Bounds = [-102.5, 31, -91.5, 38.5];
/** Towns with at least this population have one kind, in turn; larger towns also have a hospital and a school. */
const minPopulation = 3000;
const largePopulation = 15_000;

/** Name of each kind, and its capacity per thousand inhabitants. */
const facts: Record<FacilityKind, [name: string, forThousand: number]> = {
  hospital: ['Hospital', 4],
  nursing_home: ['Nursing Home', 8],
  mobile_home_park: ['Mobile Home Park', 12],
  school: ['School', 60],
  dialysis: ['Dialysis Center', 1],
  correctional: ['Jail', 3],
  fire: ['Fire Station', 0.5],
  ems: ['Ambulance Station', 0.3],
  police: ['Police Station', 1],
};

/** Hospitals, schools and other facilities in and around the towns of the plains. Pure in seed. */
export function facilitiesOf(seed: number): SimulatedFacility[] {
  const [west, south, east, north] = country;
  return allTowns()
    .filter(
      ({ lon, lat, population }) =>
        lon > west && lon < east && lat > south && lat < north && population >= minPopulation,
    )
    .flatMap((town, i) => {
      const kinds = new Set<FacilityKind>([facilityKinds[i % facilityKinds.length]]);
      if (town.population >= largePopulation) kinds.add('hospital').add('school');
      return [...kinds].map((kind) => facilityIn(seed, town, kind));
    });
}

function facilityIn(seed: number, town: Town, kind: FacilityKind): SimulatedFacility {
  const random = randomSequence(seed, 0xfac, town.number, facilityKinds.indexOf(kind));
  const [name, forThousand] = facts[kind];
  const { lat, lon } = moved(town, { east: random.between(-1.5, 1.5), north: random.between(-1.5, 1.5) });
  return {
    id: `${town.number}-${kind}`,
    kind,
    name: `${town.name} ${name} (${simulatedLabel})`,
    town,
    capacity: Math.ceil((Math.min(town.population, 50_000) / 1000) * forThousand * random.between(0.7, 1.3)),
    lat: Math.round(lat * 1e5) / 1e5,
    lon: Math.round(lon * 1e5) / 1e5,
  };
}

/** The facilities as a CSV table for import. */
export function facilityTable(facilities: SimulatedFacility[]): string {
  const lines = facilities.map(({ id, kind, name, town, capacity, lat, lon }) =>
    [id, kind, name, town.name, town.state, capacity, lat, lon].map(cell).join(','),
  );
  return ['id,kind,name,city,state,capacity,latitude,longitude', ...lines, ''].join('\n');
}

function cell(value: string | number): string {
  const text = String(value);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
