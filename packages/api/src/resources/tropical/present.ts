import { formatTime } from '@severe/base';
import type { BasinOutlook, StoredOutline, StoredStorm } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { featureText } from '../../shared/feature.ts';
import type { JoinedArea } from './join-areas.ts';
import {
  type areaProperties,
  type Basin,
  basinNames,
  type outlineProperties,
  type outlookMetadata,
  type positionProperties,
} from './schema.ts';

const timeOrNull = (at: Date | null): string | null => at && formatTime(at);

/** Features of a storm in the requested area as texts: cone, track, and position last. */
export function stormFeatures(storm: StoredStorm): string[] {
  const outlines = storm.outlines.filter((outline) => isRecent(outline.advisory, storm.advisory));
  return [
    ...outlines.map((outline) =>
      featureText(`${storm.storm}/${outline.kind}`, outline.geometry, presentOutline(storm, outline)),
    ),
    ...(storm.isInArea ? [featureText(`${storm.storm}/position`, storm.geometry, presentPosition(storm))] : []),
  ];
}

/**
 * Whether an outline is from the newest advisory or the one before. Older outlines are omitted because they mislead.
 */
function isRecent(outline: string | null, newest: string | null): boolean {
  if (outline === null || newest === null) return true;
  return Number.parseInt(outline, 10) >= Number.parseInt(newest, 10) - 1;
}

function presentOutline(storm: StoredStorm, outline: StoredOutline): TypeOf<typeof outlineProperties> {
  const { kind, advisory, issuedAt } = outline;
  const ofNewest = advisory !== null && advisory === storm.advisory;
  return { feature_kind: kind, ...sharedOf(storm, { advisory, issuedAt: ofNewest ? storm.issuedAt : issuedAt }) };
}

function presentPosition(storm: StoredStorm): TypeOf<typeof positionProperties> {
  const { classification, maxWindKt, gustKt, pressureHpa, movementDirDeg, movementKt, category, url } = storm;
  return {
    feature_kind: 'position',
    ...sharedOf(storm, storm),
    classification,
    max_wind_kt: maxWindKt,
    gust_kt: gustKt,
    pressure_hpa: pressureHpa,
    movement_dir_deg: movementDirDeg,
    movement_kt: movementKt,
    category,
    url,
  };
}

function sharedOf(
  { storm, name, basin }: StoredStorm,
  { advisory, issuedAt }: Pick<StoredOutline, 'advisory' | 'issuedAt'>,
) {
  return { storm_id: storm, name, basin: basin as Basin, advisory, issued: timeOrNull(issuedAt) };
}

/** Properties of an area feature. */
export function presentArea(area: JoinedArea): TypeOf<typeof areaProperties> {
  return {
    basin: area.basin as Basin,
    area: area.area,
    probability_2day: area.probability2day,
    probability_7day: area.probability7day,
    risk_2day: area.risk2day,
    risk_7day: area.risk7day,
    text: area.text,
    issued: timeOrNull(area.issuedAt),
  };
}

/** Outlooks of the basins, including basins without areas. */
export function presentBasins(
  requested: Basin[],
  basins: BasinOutlook[],
  areas: JoinedArea[],
): TypeOf<typeof outlookMetadata>['basins'] {
  const entries = requested.map((basin) => {
    const outlook = basins.find((outlook) => outlook.basin === basin);
    const count = areas.filter((area) => area.basin === basin).length;
    const issued = timeOrNull(outlook?.issuedAt ?? null);
    return [basin, { name: basinNames[basin], headline: outlook?.headline ?? null, issued, areas: count }] as const;
  });
  return Object.fromEntries(entries);
}
