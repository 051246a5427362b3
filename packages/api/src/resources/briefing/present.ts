import {
  assessedSources,
  threatWords,
  uncovered,
  Writer,
  type Arrival,
  type AssessedSource,
  type Assessment,
  type Briefing,
  type KnownOutlook,
  type Situation,
  type Style,
  type Timeline,
} from '@severe/assessment';
import { formatTime } from '@severe/base';
import type { Point } from '@severe/geo';
import type { TypeOf } from '@severe/http';
import { presentNextHour } from '../../situation/present.ts';
import type { briefingShape, timelineShape } from './schema.ts';

type BriefingBody = TypeOf<typeof briefingShape>;
type TimelineBody = TypeOf<typeof timelineShape>;

/** A briefing with its words and the fields that they are made from. */
export function presentBriefing(place: Point, assessment: Assessment, words: Briefing, style: Style): BriefingBody {
  const { status, arrivals, threats, unavailable, situation } = assessment;
  const writer = new Writer(style, situation.now);
  const without: AssessedSource[] = ['hrrr', ...unavailable, ...uncovered(situation)];
  return {
    ...place,
    generated_at: formatTime(situation.now),
    status,
    ...words,
    storm_eta: arrivals[0] ? presentArrival(arrivals[0]) : null,
    next_hour: presentNextHour(assessment, writer),
    threats: threats.map((threat) => ({
      kind: threat.kind,
      certainty: threat.certainty,
      magnitude: threat.magnitude,
      until: threat.until && formatTime(threat.until),
      alert_id: threat.alertId,
      watch_id: threat.watchId,
      minutes: threat.arrival && Math.round(threat.arrival.minutes),
      text: threatWords(threat, writer),
    })),
    sources: assessedSources.filter((source) => !without.includes(source)),
    unavailable,
  };
}

function presentArrival({ storm, minutes, earliest, latest, at, distanceM, bearingDeg }: Arrival) {
  return {
    minutes: Math.round(minutes),
    arrives_at: formatTime(at),
    earliest_minutes: Math.floor(earliest),
    latest_minutes: Math.ceil(latest),
    distance_km: Math.round(distanceM / 100) / 10,
    bearing_deg: Math.round(bearingDeg) % 360,
    alert_id: storm.alertId,
    cell_id: storm.cellId,
  };
}

/** A timeline with its roll-up. */
export function presentTimeline(
  place: Point,
  { timeline, text, situation, run }: { timeline: Timeline; text: string; situation: Situation; run: Date | null },
): TimelineBody {
  const { hours, peak, window, segments } = timeline;
  return {
    ...place,
    generated_at: formatTime(situation.now),
    run: run && formatTime(run),
    hours: hours.map(({ at, hrrr, outlook, ero, alerts, watches, risk }) => ({
      time: formatTime(at),
      hrrr,
      outlook: outlook && { day: outlook.day, risk: outlook.risk },
      ero: ero && { day: ero.day, category: categoryOf(ero) },
      alerts: alerts.map(({ id }) => id),
      watches: watches.map(({ id }) => id),
      risk,
    })),
    summary: {
      peak_risk: peak.risk,
      peak_time: peak.at && formatTime(peak.at),
      window: window && spanOf(window),
      segments: segments.map((segment) => ({ risk: segment.risk, ...spanOf(segment) })),
      text,
    },
    unavailable: situation.unavailable,
  };
}

function spanOf({ start, end }: { start: Date; end: Date }) {
  return { start: formatTime(start), end: formatTime(end) };
}

type Category = NonNullable<TimelineBody['hours'][number]['ero']>['category'];

/** Areas of rainfall outlooks that have a rank have these categories only, and others are in no hour. */
function categoryOf({ risk }: KnownOutlook): Category {
  return risk as Category;
}
