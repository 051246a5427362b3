export { migrateDatabase, openDatabase, type Database, type Tables } from './open.ts';
export type { FrameJob, FrameJobs } from './tables/frame-jobs.ts';
export type { Frame, Frames, NewFrame } from './tables/frames.ts';
export type { SourceHealth, SourceRuns } from './tables/source-runs.ts';
export type { LongPage, Page, Paging, TimeRange } from './filters.ts';
export type { Bulletin, Bulletins } from './tables/bulletins.ts';
export type { DataSet, DataSets } from './tables/data-sets.ts';
export { zoneKinds, type Zone, type ZoneKind, type Zones } from './tables/zones.ts';
export * from './tables/alerts/alert.ts';
export type { OutlookArea, OutlookRow, Outlooks } from './tables/outlooks.ts';
export type { Report, ReportContent, ReportRow, Reports, ReportSearch } from './tables/reports.ts';
export type { Gauges } from './tables/gauges/gauges.ts';
export * from './tables/gauges/gauge.ts';
export type { FlashSearch, FlashTexts, Lightning, NewFlash, NewGranule } from './tables/lightning.ts';
export type { NewObservation, Observation, Observations, ObservationSearch } from './tables/observations.ts';
export type { DescribedStation, NewStation } from './tables/stations.ts';
export type { Discussions, StoredDiscussion, ToldDiscussion } from './tables/discussions.ts';
export type { DamageTrack, DamageTrackContent, DamageTrackRow, DamageTracks } from './tables/damage-tracks.ts';
export type {
  BasinOutlook,
  DrawnArea,
  KnownOutlooks,
  StoredDrawnArea,
  ToldArea,
  TropicalAreaContent,
  TropicalOutlooks,
} from './tables/tropical-outlooks.ts';
export type {
  ListedStorm,
  StoredOutline,
  StoredStorm,
  StormOutline,
  TropicalStorms,
} from './tables/tropical-storms.ts';
export {
  simulatedList,
  type Facilities,
  type Facility,
  type FacilityRow,
  type HitFacility,
} from './tables/facilities.ts';
export type {
  ForeseenWatch,
  ListedWatch,
  WatchChange,
  WatchProbabilities,
  WatchRow,
  Watches,
} from './tables/watches.ts';
export type { Around, County, FoundPlace, NearPlace, Place, Places, PlaceWithTerms } from './tables/places.ts';
export type { CellForecast, ForecastCell, ForecastPeriod, Forecasts, NewForecast } from './tables/forecasts.ts';
export type {
  FullSounding,
  NewSounding,
  SoundingParameters,
  SoundingProfile,
  SoundingRow,
  Soundings,
} from './tables/soundings.ts';
export { termOf, termsOf, type PlaceTerm } from './tables/place-terms.ts';
