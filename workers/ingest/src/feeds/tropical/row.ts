import type { CycloneBasin } from '@severe/catalogue';
import type { Area, Line } from '@severe/geo';
import { knownWord } from '../../parse/unknown-words.ts';

export type Basin = CycloneBasin;

/** A tropical or subtropical cyclone in its newest advisory. */
export interface StormRow {
  /** Basin, number and year, `al052026`. Bins such as `AT2` are reused for later storms. */
  stormId: string;
  basin: Basin;
  name: string;
  /** `TD TS HU STD STS PTC PC DB`; any other word as it is; null if none is given. */
  classification: string | null;
  /** `36`, or `36A` for an intermediate advisory; null for an update, which has no number. */
  advisory: string | null;
  issuedAt: Date;
  lon: number;
  lat: number;
  maxWindKt: number | null;
  /** Only in the forecast points. */
  gustKt: number | null;
  pressureHpa: number | null;
  /** Direction of movement (towards). */
  movementDirDeg: number | null;
  movementKt: number | null;
  /** Saffir–Simpson category, 1 to 5; null below hurricane strength. */
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

/** Gusts at the centre of a storm in an advisory. */
export interface StormGustRow {
  stormId: string;
  advisory: string | null;
  gustKt: number | null;
}

/** The outlook of a basin for the next seven days. */
export interface BasinOutlookRow {
  basin: Basin;
  issuedAt: Date;
  headline: string;
  areas: ToldAreaRow[];
}

/** One disturbance of an outlook. */
interface OutlookAreaRow {
  basin: Basin;
  /** Number on the map, from 1. */
  area: number;
  /** Percent. */
  probability2day: number | null;
  probability7day: number | null;
  /** `Low`, `Medium`, `High`. */
  risk2day: string | null;
  risk7day: string | null;
  issuedAt: Date | null;
}

/** An area in the text of an outlook. */
export interface ToldAreaRow extends OutlookAreaRow {
  text: string;
}

/** An area on the map. */
export interface DrawnAreaRow extends OutlookAreaRow {
  shape: Area;
}

/** A position of a track file or forecast. */
export interface TrackPointRow {
  stormId: string;
  /** Source: `BEST` for the best track, `OFCL` for the official forecast, else a model. */
  technique: string;
  /** Time of the analysis, and forecast hour. */
  at: Date;
  hours: number;
  lon: number;
  lat: number;
  maxWindKt: number | null;
  pressureHpa: number | null;
  classification: string | null;
  /** These are in track files only. */
  gustKt?: number | null;
  movementDirDeg?: number | null;
  movementKt?: number | null;
  name?: string | null;
}

/** Classifications of lists of storms, and those of track files by their names in lists. */
const classifications: Record<string, string> = {
  TD: 'TD', TS: 'TS', HU: 'HU', STD: 'STD', STS: 'STS', PTC: 'PTC', PC: 'PC', DB: 'DB',
  SD: 'STD', SS: 'STS', TY: 'HU', ST: 'HU', TC: 'HU', EX: 'PTC', ET: 'PTC', PT: 'PTC', LO: 'PTC', MD: 'TD', DS: 'TD', IN: 'DB', WV: 'DB',
}; // prettier-ignore

/** The classification of a list or a track file; another word, which is counted, as it is. */
export function classificationOf(word: string | null): string | null {
  return knownWord(classifications, word, 'classification') ?? word;
}

const lowestKt = [64, 83, 96, 113, 137];

/** The category of a sustained wind in knots. @see NHC, "Saffir-Simpson Hurricane Wind Scale" */
export function categoryOf(maxWindKt: number | null): number | null {
  return lowestKt.filter((lowest) => (maxWindKt ?? 0) >= lowest).length || null;
}

/** The basin of a storm id; undefined for other basins. */
export function basinOf(stormId: string): Basin | undefined {
  const basin = stormId.slice(0, 2).toLowerCase();
  return basin === 'al' || basin === 'ep' || basin === 'cp' ? basin : undefined;
}

/** Normalises an advisory number: `036A` → `36A`. */
export function advisoryOf(text: string): string {
  return text
    .trim()
    .replace(/^0+(?=\d)/, '')
    .toUpperCase();
}
