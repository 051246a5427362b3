import { fipsOfZone } from './states.ts';

/** A county: the code of its zone and its short name, such as `OKC027` and `Cleveland`. */
interface CountyName {
  ugc: string;
  name: string;
}

/** Kinds of counties by state, each from a county number; the last match applies. */
const countyKinds: Readonly<Record<string, [from: number, kind: string][]>> = {
  // The Census of 2022 replaced counties by planning regions; the weather service still uses counties.
  CT: [[110, 'Planning Region']],
  LA: [[0, 'Parish']],
  MD: [[510, 'city']],
  MO: [[510, 'city']],
  VA: [[510, 'city']],
  NV: [[510, '']], // Carson City: the name contains the kind; also DC and GU
  DC: [[0, '']],
  GU: [[0, '']],
  PR: [[0, 'Municipio']],
  AS: [[0, 'District'], [30, ''], [50, 'District']], // prettier-ignore
  MP: [[0, 'Municipality']],
  VI: [[0, 'Island']],
};

/** Exceptions in Alaska, by county number; the other counties are boroughs. */
const alaska: Readonly<Record<string, number[]>> = {
  'Census Area': [16, 50, 63, 66, 70, 105, 158, 180, 198, 240, 261, 290],
  Municipality: [20, 230],
  'City and Borough': [110, 220, 275, 282],
};

/**
 * The full name of a county or its equivalent: `Cleveland County`, `Orleans Parish`, `Fairfax city`.
 *
 * @see https://www.census.gov/library/reference/code-lists/ansi.html
 */
export function countyName({ ugc, name }: CountyName): string {
  const kind = kindOf(ugc.slice(0, 2), Number(ugc.slice(3)));
  return kind === '' || name.endsWith(` ${kind}`) ? name : `${name} ${kind}`;
}

function kindOf(state: string, number: number): string {
  if (state === 'AK') return Object.keys(alaska).find((kind) => alaska[kind].includes(number)) ?? 'Borough';
  return countyKinds[state]?.findLast(([from]) => number >= from)?.[1] ?? 'County';
}

/** A name in the form of a URL segment: `St. Louis` as `st-louis`, `Prince George's` as `prince-georges`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Finds the county with a slug among those of its state, by full name (`cleveland-county`) or short name. If a county and
 * a city share the short name, it means the county, which has the lower number.
 */
export function countyOfSlug<C extends CountyName>(counties: C[], slug: string): C | undefined {
  const wanted = slugOf(slug);
  const inOrder = byNumber(counties);
  return (
    inOrder.find((county) => slugOf(countyName(county)) === wanted) ??
    inOrder.find(({ name }) => slugOf(name) === wanted)
  );
}

/** The shortest slug with which `countyOfSlug` finds this county among those of its state. */
export function slugOfCounty(counties: CountyName[], county: CountyName): string {
  const short = slugOf(county.name);
  return countyOfSlug(counties, short)?.ugc === county.ugc ? short : slugOf(countyName(county));
}

function byNumber<C extends CountyName>(counties: C[]): C[] {
  return counties.toSorted((a, b) => (fipsOfZone(a.ugc) ?? '').localeCompare(fipsOfZone(b.ugc) ?? ''));
}
