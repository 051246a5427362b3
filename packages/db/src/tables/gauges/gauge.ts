import type { SearchArea } from '@severe/geo';
import { column, type RowOf } from '../../columns.ts';
import type { Paging, TimeRange } from '../../filters.ts';

export type FloodCategory = 'none' | 'action' | 'minor' | 'moderate' | 'major';

/** Stages at which floods begin, in the unit of the stage; null where one is not defined. */
export type Thresholds = Record<Exclude<FloodCategory, 'none'>, number | null>;

/** Data of the National Water Prediction Service for a gauge at a time. */
export interface GaugeState {
  at: Date;
  stage: number | null;
  stageUnit: string | null;
  /** In `dischargeUnit`; thousands of cubic feet have been multiplied out. */
  discharge: number | null;
  dischargeUnit: string | null;
  /** Null where categories are not defined or the reading is old. */
  category: FloodCategory | null;
}

/** What the water prediction service says of every gauge. */
export const gauge = {
  /** Five characters of the handbook, `NRMO2`. */
  lid: column<string>('lid text'),
  usgsId: column<string | null>('usgs_id text'),
  name: column<string>('name text'),
  state: column<string | null>('state text'),
  wfo: column<string | null>('wfo text'),
};

/** A gauge of the water prediction service. */
export interface NewGauge extends RowOf<typeof gauge> {
  lon: number;
  lat: number;
  observed: GaugeState | null;
  /** The highest that is forecast; null where no forecast is current. */
  forecast: GaugeState | null;
  thresholds: Thresholds | null;
}

/** Values of a gauge with their times. */
export const reading = {
  stage: column<number | null>('stage double precision'),
  stageUnit: column<string | null>('stage_unit text'),
  stageAt: column<Date | null>('stage_at timestamptz'),
  discharge: column<number | null>('discharge double precision'),
  dischargeUnit: column<string | null>('discharge_unit text'),
  dischargeAt: column<Date | null>('discharge_at timestamptz'),
  waterTempC: column<number | null>('water_temp_c double precision'),
  waterTempAt: column<Date | null>('water_temp_at timestamptz'),
  category: column<FloodCategory | null>('category text'),
  categoryAt: column<Date | null>('category_at timestamptz'),
};

/** Values of a gauge, by the number of the Geological Survey or, where that is null, by the five characters. */
export interface NewReading extends RowOf<typeof reading> {
  lid: string | null;
  usgsId: string | null;
}

/** What the Geological Survey says of a place. */
export const site = {
  usgsId: column<string>('usgs_id text'),
  name: column<string | null>('name text'),
  state: column<string | null>('state text'),
};

/** A place where the Geological Survey measures water. */
export interface NewSite extends RowOf<typeof site> {
  lon: number;
  lat: number;
}

/** A forecast as it comes in. */
export interface NewStageForecast {
  lid: string;
  issuedAt: Date | null;
  stageUnit: string | null;
  flowUnit: string | null;
  points: { at: Date; stage: number | null; flow: number | null }[];
}

/** A forecast as it is kept. */
export interface StageForecast extends Omit<NewStageForecast, 'lid' | 'points'> {
  /** Times are ISO 8601. */
  points: { at: string; stage: number | null; flow: number | null }[];
}

/** A gauge with what was read last; values that are not of these hours are null. */
export interface GaugeRow {
  /** What it goes by: five characters, else the number of the Geological Survey. */
  key: string;
  usgsId: string | null;
  name: string | null;
  state: string | null;
  wfo: string | null;
  stage: number | null;
  stageUnit: string | null;
  discharge: number | null;
  dischargeUnit: string | null;
  waterTempC: number | null;
  /** Of the newest value. */
  at: Date;
  category: FloodCategory | null;
  thresholds: Thresholds | null;
  hasForecast: boolean;
  /** GeoJSON text. */
  geometry: string;
}

export type GaugeParameter = 'streamflow' | 'gage_height' | 'water_temp';

/** All filters must hold. */
/** The time is that of the newest reading. */
export interface GaugeSearch extends Paging, TimeRange {
  area?: SearchArea | undefined;
  state?: string | undefined;
  wfo?: string | undefined;
  keys?: readonly string[] | undefined;
  /** Only with a value of this since then. */
  parameter?: GaugeParameter | undefined;
  /** Minor floods and higher. */
  aboveFlood: boolean;
  /** Only with a value of after this. */
  since: Date;
  /** Forecasts that reach beyond this are active. */
  at: Date;
}

/** How many rows a change made, and how many it changed. */
export interface GaugeChange {
  new: number;
  changed: number;
}
