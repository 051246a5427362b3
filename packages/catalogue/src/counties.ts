import { fipsOfZone } from './states.ts';

/** A county by the code of its zone, and its short name: `OKC027`, `Cleveland`. */
export interface CountyName {
  ugc: string;
  name: string;
}

/** What counties of a state are called, from a number within the state on; the last that fits counts. */
const calledSo: Readonly<Record<string, [from: number, kind: string][]>> = {
  // Planning regions took the place of the counties in the Census of 2022; the weather service keeps the counties.
  CT: [[110, 'Planning Region']],
  LA: [[0, 'Parish']],
  MD: [[510, 'city']],
  MO: [[510, 'city']],
  VA: [[510, 'city']],
  NV: [[510, '']], // Carson City: its name says already what it is, and so it is below
  DC: [[0, '']],
  GU: [[0, '']],
  PR: [[0, 'Municipio']],
  AS: [[0, 'District'], [30, ''], [50, 'District']], // prettier-ignore
  MP: [[0, 'Municipality']],
  VI: [[0, 'Island']],
};

/** Alaska is divided into boroughs, and where there are none the Census Bureau drew areas. */
const alaska: Readonly<Record<string, number[]>> = {
  'Census Area': [16, 50, 63, 66, 70, 105, 158, 180, 198, 240, 261, 290],
  Municipality: [20, 230],
  'City and Borough': [110, 220, 275, 282],
};

/**
 * The full name of a county or of what counts as one: `Cleveland County`, `Orleans Parish`, `Fairfax city`.
 *
 * @see https://www.census.gov/library/reference/code-lists/ansi.html
 */
export function countyName({ ugc, name }: CountyName): string {
  const kind = kindOf(ugc.slice(0, 2), Number(ugc.slice(3)));
  return kind === '' || name.endsWith(` ${kind}`) ? name : `${name} ${kind}`;
}

function kindOf(state: string, number: number): string {
  if (state === 'AK') return Object.keys(alaska).find((kind) => alaska[kind].includes(number)) ?? 'Borough';
  return calledSo[state]?.findLast(([from]) => number >= from)?.[1] ?? 'County';
}

/** A name as it stands in addresses: `St. Louis` as `st-louis`, `Prince George's` as `prince-georges`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * The county of a slug among those of its state: by its full name, `cleveland-county`, or by its short one. Of a county
 * and a city of one name the short one means the county, whose number is lower.
 */
export function countyOfSlug<C extends CountyName>(counties: C[], slug: string): C | undefined {
  const wanted = slugOf(slug);
  const inOrder = byNumber(counties);
  return (
    inOrder.find((county) => slugOf(countyName(county)) === wanted) ??
    inOrder.find(({ name }) => slugOf(name) === wanted)
  );
}

/** The shortest slug by which `countyOfSlug` finds this county among those of its state. */
export function slugOfCounty(counties: CountyName[], county: CountyName): string {
  const short = slugOf(county.name);
  return countyOfSlug(counties, short)?.ugc === county.ugc ? short : slugOf(countyName(county));
}

function byNumber<C extends CountyName>(counties: C[]): C[] {
  return counties.toSorted((a, b) => (fipsOfZone(a.ugc) ?? '').localeCompare(fipsOfZone(b.ugc) ?? ''));
}
