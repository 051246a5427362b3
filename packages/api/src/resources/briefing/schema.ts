import { assessedSources, certainties, risks, threatKinds } from '@severe/assessment';
import { shape } from '@severe/http';
import { nextHourShape, statusShape, unavailableShape } from '../../situation/schema.ts';

const etaShape = shape.nullable(
  shape.named(
    'StormEta',
    shape.object(
      {
        minutes: shape.integer({
          min: 0,
          about: 'Minutes until the storm may arrive: the remaining distance over its speed.',
        }),
        arrives_at: shape.time({ about: 'Time at which it may arrive.' }),
        earliest_minutes: shape.integer({ min: 0, about: 'Earliest arrival, from the errors of position and speed.' }),
        latest_minutes: shape.integer({ min: 0, about: 'Latest arrival.' }),
        distance_km: shape.number({ min: 0, about: 'Remaining distance along the motion, in kilometres.' }),
        bearing_deg: shape.number({ min: 0, max: 360, about: 'Direction from the place to the storm, in degrees.' }),
        alert_id: shape.nullable(
          shape.integer({ about: 'The alert that gives the motion; null for a storm without one.' }),
        ),
        cell_id: shape.nullable(
          shape.text({ about: 'The tracked cell of `/storms`; null for the storm of an alert.' }),
        ),
      },
      {
        about:
          'When the most urgent storm may arrive, if its motion does not change. Null without a motion, or if the ' +
          'cone of the storm misses the place.',
      },
    ),
  ),
);

const threatShape = shape.object({
  kind: shape.oneOf(threatKinds, { about: 'Kind of hazard.' }),
  certainty: shape.oneOf(certainties, { about: '`observed`, `indicated` by radar, or `possible`.' }),
  magnitude: shape.nullable(shape.number({ about: 'Hail in inches or gust in mph; null if not given.' })),
  until: shape.nullable(shape.time({ about: 'End of the alert or watch; null for what is measured.' })),
  alert_id: shape.nullable(shape.integer({ about: 'The alert; null if there is none.' })),
  watch_id: shape.nullable(shape.integer({ about: 'The watch; null if there is none.' })),
  minutes: shape.nullable(
    shape.integer({ min: 0, about: 'Minutes until the storm of the alert may arrive; null if not known.' }),
  ),
  text: shape.text({ about: 'The threat in words.', example: 'hail up to 44 mm' }),
});

export const briefingShape = shape.named(
  'PointBriefing',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    generated_at: shape.time({ about: 'Time of the assessment.' }),
    status: statusShape,
    headline: shape.text({
      about: 'What gives the status.',
      example: 'A tornado warning covers this point until 5:45 PM CDT.',
    }),
    happening: shape.text({ about: 'What is happening: storms, radar, lightning, reports, observation.' }),
    meaning: shape.text({
      about: 'What to do, what threatens, and when a storm may arrive: `advice` and `prospects`.',
    }),
    advice: shape.text({ about: 'What to do.', example: 'Take shelter now on the lowest floor, away from windows.' }),
    prospects: shape.text({
      about: 'What threatens, when a storm may arrive, and what is unavailable; empty if there is nothing of these.',
    }),
    storm_eta: etaShape,
    next_hour: nextHourShape,
    threats: shape.arrayOf(threatShape, { about: 'What threatens, the most dangerous first; each kind once.' }),
    sources: shape.arrayOf(shape.oneOf(assessedSources), { about: 'Sources that the briefing is made from.' }),
    unavailable: unavailableShape,
  }),
);

const hourShape = shape.object({
  time: shape.time({ about: 'Start of the hour.' }),
  hrrr: shape.nullable(
    shape.recordOf(shape.nullable(shape.number()), {
      about: 'HRRR values, with the keys and units of `/models/hrrr/point`; null if the model does not reach the hour.',
    }),
  ),
  outlook: shape.nullable(
    shape.object(
      {
        day: shape.integer({ min: 1, max: 3 }),
        risk: shape.text({ about: 'Category, as in `/outlooks`.', example: 'MDT' }),
      },
      { about: 'The convective outlook of the hour; null if none covers the place.' },
    ),
  ),
  ero: shape.nullable(
    shape.object(
      {
        day: shape.integer({ min: 1, max: 3 }),
        category: shape.oneOf(['MRGL', 'SLGT', 'MDT', 'HIGH'], { about: 'Category, as in `/eros`.' }),
      },
      { about: 'The excessive rainfall outlook of the hour; null if none covers the place.' },
    ),
  ),
  alerts: shape.arrayOf(shape.integer(), { about: 'Ids of the alerts that reach into the hour.' }),
  watches: shape.arrayOf(shape.integer(), { about: 'Ids of the watches that reach into the hour.' }),
  risk: shape.oneOf(risks, { about: 'Risk of severe weather; `docs/assessment.md` lists its rules.' }),
});

export const timelineShape = shape.named(
  'PointTimeline',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    generated_at: shape.time({ about: 'Time of the assessment.' }),
    run: shape.nullable(shape.time({ about: 'Start of the HRRR run of all values; null without values.' })),
    hours: shape.arrayOf(hourShape, { about: 'As many hours as requested; the first contains now.' }),
    summary: shape.object(
      {
        peak_risk: shape.oneOf(risks, { about: 'The highest risk of all hours.' }),
        peak_time: shape.nullable(shape.time({ about: 'Start of the first hour of that risk; null without risk.' })),
        window: shape.nullable(
          shape.object(
            {
              start: shape.time({ about: 'Start of its first hour.' }),
              end: shape.time({ about: 'End of its last hour.' }),
            },
            {
              about: 'Hours of any risk around the peak, without a break; null without risk. `segments` has each risk.',
            },
          ),
        ),
        segments: shape.arrayOf(
          shape.object({
            risk: shape.oneOf(risks, { about: 'Risk of all its hours.' }),
            start: shape.time({ about: 'Start of its first hour.' }),
            end: shape.time({ about: 'End of its last hour.' }),
          }),
          { about: 'All hours, in order; successive hours of the same risk are one segment.' },
        ),
        text: shape.text({ about: 'The hours of each risk in words, the highest first.' }),
      },
      { about: 'Roll-up of the hours.' },
    ),
    unavailable: unavailableShape,
  }),
);
