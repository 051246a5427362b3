import { shape } from '@severe/http';
import { sourceStatuses } from './source-status.ts';

const status = shape.oneOf(sourceStatuses, {
  about:
    'By the age of the data: ok up to 2 × what is expected, late to 5 ×. Unknown before there is any, stale where it failed twice.',
});
const rate = shape.nullable(shape.number({ min: 0, max: 1, about: 'Share of the attempts that succeeded.' }));
const component = (about: string) => shape.oneOf(['ok', 'down'], { about });

export const healthShape = shape.named(
  'Health',
  shape.object({
    status: shape.oneOf(['ok', 'degraded', 'down'], {
      about: '`degraded`: alerts or radar are not ok, or a source is stale.',
    }),
    time: shape.time({ about: 'Now, by the clock of the service.' }),
    version: shape.text({ about: 'Of the service.', example: '0.1.0' }),
    uptime_seconds: shape.integer({ min: 0, about: 'Since the process began.' }),
    simulated: shape.boolean({ about: 'Whether this weather never happened.' }),
    sources: shape.recordOf(
      shape.named(
        'SourceHealth',
        shape.object({
          status,
          last_success_at: shape.nullable(shape.time({ about: 'When it was last fetched.' })),
          last_attempt_at: shape.nullable(shape.time({ about: 'When that was last tried.' })),
          success_rate_1h: rate,
          success_rate_24h: rate,
          data_time: shape.nullable(
            shape.time({ about: 'Time of the newest data; of a model, the start of its run.' }),
          ),
          age_seconds: shape.nullable(shape.integer({ min: 0 })),
          expected_seconds: shape.integer({ about: 'How often there should be new data.' }),
        }),
      ),
      { about: 'By the id of the source.' },
    ),
    components: shape.object(
      {
        database: component('Rows of everything that is listed.'),
        object_store: component('Tiles and values.'),
        queue: component('Work that waits.'),
      },
      { about: 'What the service stands on.' },
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
        cadence_seconds: shape.integer(),
        endpoints: shape.arrayOf(shape.text()),
        status,
        enabled: shape.boolean({ about: 'Whether it is fetched here.' }),
      }),
    ),
  }),
);

export const landingShape = shape.named(
  'Landing',
  shape.object({
    name: shape.text(),
    version: shape.text({ about: 'Of the service.' }),
    simulated: shape.boolean(),
    links: shape.arrayOf(
      shape.object({
        rel: shape.text({ example: 'service-desc' }),
        href: shape.text(),
        type: shape.text({ about: 'Media type of what is there.', example: 'application/json' }),
        title: shape.text(),
      }),
      { about: 'Where to go from here.' },
    ),
  }),
);
