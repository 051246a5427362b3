import { basinOfDisturbance } from '@severe/catalogue';
import type { TropicalOutlookRows, MapAreaRow, TextArea, TropicalAreaContent } from '@severe/db';

/** A disturbance with its text, its outline, or both. */
export interface JoinedArea extends TropicalAreaContent {
  text: string | null;
  /** GeoJSON text. */
  geometry: string | null;
  /** Whether it is in the requested area; without an outline, only if none is requested. */
  isInArea: boolean;
}

/** Interval between outlooks. */
const issueIntervalMs = 6 * 3_600_000;

/**
 * The oceans. The texts of both parts of the Pacific may be one text, published twice, and a disturbance may be told in
 * one part and drawn in the other.
 */
const oceans: string[][] = [['al'], ['ep', 'cp']];

/**
 * Joins the areas in the text of outlooks with those on the map, by ocean. The text seldom numbers its areas, and text
 * and map change at different times. So an area of the text and one of the map are the same if their ocean and
 * probabilities are equal; its basin is that of its place on the map. While the map may be late, each unmatched area of the
 * map stands for one unmatched area of the text of its basin. The remaining areas of the text have no geometry.
 */
export function joinAreas({ basins, fromText, fromMap, hasArea }: TropicalOutlookRows): JoinedArea[] {
  const issuedAt = new Map(basins.map((outlook) => [outlook.basin, outlook.issuedAt]));
  const current = fromMap.filter((area) => !isOutdated(area, issuedAt.get(area.basin) ?? null));
  const joined = oceans.flatMap((ocean) => {
    const inOcean = ({ basin }: TropicalAreaContent) => ocean.includes(basin);
    const told = fromText.filter(inOcean).toSorted((a, b) => ocean.indexOf(a.basin) - ocean.indexOf(b.basin));
    return joinOcean(distinct(told), current.filter(inOcean), !hasArea);
  });
  return joined.toSorted((a, b) => (a.basin < b.basin ? -1 : a.basin > b.basin ? 1 : a.area - b.area));
}

function joinOcean(textAreas: TextArea[], drawn: MapAreaRow[], isAnywhere: boolean): JoinedArea[] {
  const unmatched = [...textAreas];
  const joined = drawn.map((area): JoinedArea => {
    const same = unmatched.filter((each) => haveSameChances(each, area));
    const textArea = same.find(({ basin }) => basin === area.basin) ?? same[0];
    if (textArea) unmatched.splice(unmatched.indexOf(textArea), 1);
    return { ...area, issuedAt: area.issuedAt ?? textArea?.issuedAt ?? null, text: textArea?.text ?? null };
  });
  for (const basin of new Set(unmatched.map((area) => area.basin))) {
    const ofBasin = (area: TropicalAreaContent) => area.basin === basin;
    const drawnWithoutText = joined.filter((area) => ofBasin(area) && area.text === null).length;
    const taken = new Set(joined.filter(ofBasin).map(({ area }) => area));
    for (const textArea of unmatched.filter(ofBasin).slice(drawnWithoutText)) {
      let { area } = textArea;
      while (taken.has(area)) area++;
      taken.add(area);
      joined.push({ ...textArea, area, geometry: null, isInArea: isAnywhere });
    }
  }
  return joined;
}

/** Areas in the basins of their numbers, each text once. */
function distinct(areas: TextArea[]): TextArea[] {
  const byText = new Map<string, TextArea>();
  for (const area of areas) {
    if (!byText.has(area.text)) byText.set(area.text, { ...area, basin: basinOfDisturbance(area.text) ?? area.basin });
  }
  return [...byText.values()];
}

function isOutdated(area: MapAreaRow, issuedAt: Date | null): boolean {
  return area.issuedAt !== null && issuedAt !== null && issuedAt.getTime() - area.issuedAt.getTime() > issueIntervalMs;
}

function haveSameChances(one: TropicalAreaContent, other: TropicalAreaContent): boolean {
  return one.probability2day === other.probability2day && one.probability7day === other.probability7day;
}
