import type { Area, Line } from '@severe/geo';

export type Basin = 'al' | 'ep' | 'cp';

/** A tropical or subtropical cyclone as its newest advisory tells it. */
export interface StormRow {
  /** Basin, number and year, `al052026`; slots such as `AT2` are given to later storms again. */
  stormId: string;
  basin: Basin;
  name: string;
  /** `TD TS HU STD STS PTC PC DB`. */
  classification: string;
  /** `36` or, between two full advisories, `36A`; null for an update, which has no number. */
  advisory: string | null;
  issuedAt: Date;
  lon: number;
  lat: number;
  maxWindKt: number | null;
  /** Told by the points of the forecast alone. */
  gustKt: number | null;
  pressureHpa: number | null;
  /** Where it moves to. */
  movementDirDeg: number | null;
  movementKt: number | null;
  /** 1 to 5 on the scale of Saffir and Simpson; null below hurricane strength. */
  category: number | null;
  url: string | null;
}

/** A cone or a forecast track, from the map service. */
export interface StormShapeRow {
  stormId: string;
  kind: 'cone' | 'track';
  advisory: string | null;
  issuedAt: Date | null;
  shape: Area | Line;
}

/** The gusts at the centre of a storm as an advisory finds it. */
export interface StormGustRow {
  stormId: string;
  advisory: string | null;
  gustKt: number | null;
}

/** A basin's outlook for the next seven days. */
export interface BasinOutlookRow {
  basin: Basin;
  issuedAt: Date;
  headline: string;
  areas: ToldAreaRow[];
}

/** One disturbance of an outlook. */
export interface OutlookAreaRow {
  basin: Basin;
  /** The number it has on the map, from 1. */
  area: number;
  /** Percent. */
  probability2day: number | null;
  probability7day: number | null;
  /** `Low`, `Medium`, `High`. */
  risk2day: string | null;
  risk7day: string | null;
  issuedAt: Date | null;
}

/** As the text tells of it. */
export interface ToldAreaRow extends OutlookAreaRow {
  text: string;
}

/** As the map service draws it. */
export interface DrawnAreaRow extends OutlookAreaRow {
  shape: Area;
}

/** One position of a track file or a forecast. */
export interface TrackPointRow {
  stormId: string;
  /** Whose: `BEST` for the best track, `OFCL` for the official forecast, else a model. */
  technique: string;
  /** The analysis the forecast starts from, and the hours on from it. */
  at: Date;
  hours: number;
  lon: number;
  lat: number;
  maxWindKt: number | null;
  pressureHpa: number | null;
  classification: string | null;
}

const lowestKt = [64, 83, 96, 113, 137];

/** The category of a sustained wind. @see NHC, "Saffir-Simpson Hurricane Wind Scale" */
export function categoryOf(maxWindKt: number | null): number | null {
  return lowestKt.filter((lowest) => (maxWindKt ?? 0) >= lowest).length || null;
}

/** The basin of a storm's id; undefined outside the three that are served. */
export function basinOf(stormId: string): Basin | undefined {
  const basin = stormId.slice(0, 2).toLowerCase();
  return basin === 'al' || basin === 'ep' || basin === 'cp' ? basin : undefined;
}

/** `036A` as `36A`. */
export function advisoryOf(text: string): string {
  return text
    .trim()
    .replace(/^0+(?=\d)/, '')
    .toUpperCase();
}
