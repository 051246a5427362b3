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
 * Joins the areas in the text of outlooks with those on the map, by basin. The text seldom numbers its areas, and text
 * and map change at different times. So an area of the text and one of the map are the same if their basin and
 * probabilities are equal. While the map may be late, each unmatched area of the map stands for one unmatched area of
 * the text. The remaining areas of the text have no geometry.
 */
export function joinAreas({ basins, fromText, fromMap, hasArea }: TropicalOutlookRows): JoinedArea[] {
  return basinsOf(fromText, fromMap).flatMap((basin) => {
    const issuedAt = basins.find((outlook) => outlook.basin === basin)?.issuedAt ?? null;
    const ofBasin = (area: TropicalAreaContent) => area.basin === basin;
    const current = fromMap.filter((area) => ofBasin(area) && !isOutdated(area, issuedAt));
    return joinBasin(fromText.filter(ofBasin), current, !hasArea);
  });
}

function joinBasin(textAreas: TextArea[], drawn: MapAreaRow[], isAnywhere: boolean): JoinedArea[] {
  const unmatched = [...textAreas];
  const joined = drawn.map((area): JoinedArea => {
    const match = unmatched.findIndex((each) => haveSameChances(each, area));
    const textArea = match < 0 ? undefined : unmatched.splice(match, 1)[0];
    return { ...area, issuedAt: area.issuedAt ?? textArea?.issuedAt ?? null, text: textArea?.text ?? null };
  });
  const drawnWithoutText = joined.filter(({ text }) => text === null).length;
  const taken = new Set(joined.map(({ area }) => area));
  for (const textArea of unmatched.slice(drawnWithoutText)) {
    let { area } = textArea;
    while (taken.has(area)) area++;
    taken.add(area);
    joined.push({ ...textArea, area, geometry: null, isInArea: isAnywhere });
  }
  return joined;
}

function basinsOf(...areas: TropicalAreaContent[][]): string[] {
  return [...new Set(areas.flat().map(({ basin }) => basin))].sort();
}

function isOutdated(area: MapAreaRow, issuedAt: Date | null): boolean {
  return area.issuedAt !== null && issuedAt !== null && issuedAt.getTime() - area.issuedAt.getTime() > issueIntervalMs;
}

function haveSameChances(one: TropicalAreaContent, other: TropicalAreaContent): boolean {
  return one.probability2day === other.probability2day && one.probability7day === other.probability7day;
}
