import { feedProblems } from '@severe/db';
import { shape } from '@severe/http';
import { replayShape } from './replay.ts';
import { sourceOrigins, sourceStatuses } from './source-status.ts';

const status = shape.oneOf(sourceStatuses, {
  about:
    'By the age of the data: `ok` up to 2 × `expected_seconds`, `late` up to 5 ×, then `stale`. `stale` also after two failed attempts; `unknown` before the first data.',
});
const rate = (period: string) =>
  shape.nullable(
    shape.number({ min: 0, max: 1, about: `Fraction of attempts in the last ${period} that succeeded, 0 to 1.` }),
  );
const component = (about: string) => shape.oneOf(['ok', 'down'], { about });

/** Fields of the health of a source. */
const versions = {
  version: shape.text({ about: 'Version of the API, as in its OpenAPI document.', example: '0.1.0' }),
  service_version: shape.text({ about: 'Version of the program that serves it.', example: '1.2.3' }),
};

export const healthFields = {
  status,
  in_use: shape.nullable(
    shape.oneOf(sourceOrigins, {
      about:
        'Where the newest data are from: the service of the provider, or while that is late, bulletins or another service; null if nothing stands in for it.',
    }),
  ),
  problems: shape.arrayOf(shape.oneOf(feedProblems), {
    about:
      'Why feeds of the source fail now; empty if the last run of each succeeded. `empty`: nothing was sent where data in force were expected, so these are kept until it repeats; `unavailable`: the data were not sent; `unreadable`: they could not be read; `internal`: this service failed.',
  }),
  unknown_words: shape.integer({
    min: 0,
    about:
      'Different words of the provider in the last seven days that this service does not know. Their items are served all the same.',
  }),
  failing_since: shape.nullable(shape.time({ about: 'Time of the first of these failures in a row.' })),
  last_success_at: shape.nullable(shape.time({ about: 'Time of the last successful fetch.' })),
  last_attempt_at: shape.nullable(shape.time({ about: 'Time of the last attempt.' })),
  success_rate_1h: rate('hour'),
  success_rate_24h: rate('24 hours'),
  data_time: shape.nullable(shape.time({ about: 'Time of the newest data; for a model, the start of the run.' })),
  age_seconds: shape.nullable(shape.integer({ min: 0 })),
  expected_seconds: shape.integer({ about: 'Expected interval between new data, in seconds.' }),
  records_since: shape.nullable(
    shape.time({
      about:
        'Since when its list (of the radar: the storm cells) knows its past: `as_of` cannot be earlier. Null before the first data, and of sources without such a list.',
    }),
  ),
};

export const healthShape = shape.named(
  'Health',
  shape.object({
    status: shape.oneOf(['ok', 'degraded', 'down'], {
      about:
        '`degraded` if alerts or radar are not ok, any source is stale, or the clock is wrong by more than a minute.',
    }),
    time: shape.time({ about: 'Current time of the service.' }),
    ...versions,
    uptime_seconds: shape.integer({ min: 0, about: 'Time since the process started, in seconds.' }),
    clock_offset_seconds: shape.nullable(
      shape.integer({
        about:
          'By how many seconds the clocks of providers are ahead of that of the service, their median; null until some have answered in two hours.',
      }),
    ),
    simulated: shape.boolean({ about: 'Whether the data are simulated.' }),
    replay: replayShape,
    sources: shape.recordOf(shape.named('SourceHealth', shape.object(healthFields)), { about: 'Sources by id.' }),
    components: shape.object(
      {
        database: component('Database.'),
        object_store: component('Object store for tiles and values.'),
        queue: component('Job queue.'),
      },
      { about: 'Components of the service.' },
    ),
  }),
);

const counts = (about: string) => shape.arrayOf(shape.integer({ min: 0 }), { about });

export const healthHistoryShape = shape.named(
  'HealthHistory',
  shape.object({
    from: shape.time({ about: 'Start of the first interval.' }),
    interval_seconds: shape.integer({
      about: 'Length of an interval. All lists have one entry for each, oldest first.',
    }),
    sources: shape.recordOf(
      shape.named(
        'SourceHistory',
        shape.object({
          succeeded: counts('Attempts that succeeded. An interval without any attempt means that nothing was fetched.'),
          failed: counts('Attempts that failed.'),
          worst_age_seconds: shape.arrayOf(shape.nullable(shape.integer({ min: 0 })), {
            about: 'Greatest age of the newest data in the interval; null without data, and for models.',
          }),
        }),
      ),
      { about: 'Enabled sources by id.' },
    ),
  }),
);

const hostShape = shape.named(
  'SourceHost',
  shape.object({
    host: shape.text({ about: 'Name of the host, as its provider has it.', example: 'noaa-mrms-pds.s3.amazonaws.com' }),
    last_answer_at: shape.time({ about: 'Time of its last answer.' }),
    requests_last_hour: shape.integer({ min: 0, about: 'Answers in the last whole hour.' }),
    bytes_last_hour: shape.integer({ min: 0, about: 'Bytes of these answers, without headers.' }),
    requests_24h: shape.integer({ min: 0, about: 'Answers in the last 24 hours.' }),
    bytes_24h: shape.integer({ min: 0, about: 'Bytes of these answers, without headers.' }),
    policy: shape.nullable(shape.text({ about: 'What the host asks of its users.' })),
    evidence: shape.nullable(
      shape.text({ about: 'Date of the newest evidence of its addresses and forms.', example: '2026-11-20' }),
    ),
    ends: shape.nullable(
      shape.object({
        at: shape.text({ about: 'Date of its last day.', example: '2027-02-22' }),
        what: shape.text({ about: 'What ends.' }),
        follows: shape.text({ about: 'What this service does then.' }),
      }),
    ),
  }),
);

export const sourcesShape = shape.named(
  'Sources',
  shape.object({
    sources: shape.arrayOf(
      shape.object({
        id: shape.text({ example: 'radar' }),
        name: shape.text(),
        provider: shape.text(),
        url: shape.text(),
        license: shape.text(),
        attribution: shape.text(),
        vintage: shape.nullable(
          shape.text({ about: 'Edition of reference data that are part of the program; null for current data.' }),
        ),
        cadence_seconds: shape.integer(),
        endpoints: shape.arrayOf(shape.text()),
        status,
        enabled: shape.boolean({ about: 'Whether this service fetches it.' }),
        hosts: shape.arrayOf(hostShape, {
          about: 'Hosts that have answered in the last 24 hours, that with the most bytes first: what is in use now.',
        }),
      }),
    ),
  }),
);

export const landingShape = shape.named(
  'Landing',
  shape.object({
    name: shape.text(),
    ...versions,
    simulated: shape.boolean(),
    replay: replayShape,
    links: shape.arrayOf(
      shape.object({
        rel: shape.text({ example: 'service-desc' }),
        href: shape.text(),
        type: shape.text({ about: 'Media type of the target.', example: 'application/json' }),
        title: shape.text(),
      }),
      { about: 'Links to the main resources.' },
    ),
  }),
);
