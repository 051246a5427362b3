import type { KnownOutlooks, StoredDrawnArea, ToldArea, TropicalAreaContent } from '@severe/db';

/** A disturbance with its words, its outline, or both. */
export interface JoinedArea extends TropicalAreaContent {
  text: string | null;
  /** GeoJSON text. */
  geometry: string | null;
}

/** Outlooks are issued every six hours. */
const betweenIssuesMs = 6 * 3_600_000;

/**
 * Lays the words of outlooks beside what the map draws, by basin and number. The words seldom number what they tell of,
 * and words and map change at different minutes; so the two are one where they give a basin's area the same chances.
 * What is drawn and not told stands, for as long as the map may be late, in the place of as many that are told and not
 * drawn. More of these have no geometry.
 */
export function joinAreas({ basins, told, drawn }: KnownOutlooks): JoinedArea[] {
  return basinsOf(told, drawn).flatMap((basin) => {
    const issuedAt = basins.find((outlook) => outlook.basin === basin)?.issuedAt ?? null;
    const ofBasin = (area: TropicalAreaContent) => area.basin === basin;
    const current = drawn.filter((area) => ofBasin(area) && !isOutdated(area, issuedAt));
    return joinBasin(told.filter(ofBasin), current);
  });
}

function joinBasin(told: ToldArea[], drawn: StoredDrawnArea[]): JoinedArea[] {
  const left = [...told];
  const joined = drawn.map((area): JoinedArea => {
    const same = left.findIndex((each) => haveSameChances(each, area));
    const words = same < 0 ? undefined : left.splice(same, 1)[0];
    return { ...area, issuedAt: area.issuedAt ?? words?.issuedAt ?? null, text: words?.text ?? null };
  });
  const standing = joined.filter(({ text }) => text === null).length;
  const taken = new Set(joined.map(({ area }) => area));
  for (const words of left.slice(standing)) {
    let { area } = words;
    while (taken.has(area)) area++;
    taken.add(area);
    joined.push({ ...words, area, geometry: null });
  }
  return joined;
}

function basinsOf(...areas: TropicalAreaContent[][]): string[] {
  return [...new Set(areas.flat().map(({ basin }) => basin))].sort();
}

function isOutdated(area: StoredDrawnArea, issuedAt: Date | null): boolean {
  return area.issuedAt !== null && issuedAt !== null && issuedAt.getTime() - area.issuedAt.getTime() > betweenIssuesMs;
}

function haveSameChances(one: TropicalAreaContent, other: TropicalAreaContent): boolean {
  return one.probability2day === other.probability2day && one.probability7day === other.probability7day;
}
