export * from './arrival.ts';
export * from './assess.ts';
export { cone, coneCovers, coneOf } from './cone.ts';
export { hourRules, hourSources, riskOf, risks, type HourFacts, type HourRule, type Risk } from './hour-rules.ts';
export { alertNotice } from './language/alert-notice.ts';
export { briefingOf, type Briefing } from './language/briefing.ts';
export { actions, threatWords } from './language/meaning.ts';
export { nextHourText } from './language/next-hour-text.ts';
export { fill } from './language/phrases.ts';
export { reasonText } from './language/reason.ts';
export { timelineText } from './language/timeline-text.ts';
export { quantities, type Units } from './language/units.ts';
export { Writer, type Style } from './language/writer.ts';
export { languages, type Language } from './language/zoned-time.ts';
export * from './moving-storm.ts';
export { chances, nextHourOf, type NextHour } from './next-hour.ts';
export * from './situation.ts';
export {
  assessStatus,
  type Reason,
  type Rung,
  rungOfAlert,
  rungs,
  type Status,
  type StatusAssessment,
  type StatusRule,
  statusRules,
} from './status.ts';
export * from './threats.ts';
export { timelineOf, type Hour, type Timeline } from './timeline.ts';
