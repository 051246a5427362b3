import { shape } from '@severe/http';

const value = (about: string) => shape.nullable(shape.number({ about }));

const period = shape.named(
  'ForecastPeriod',
  shape.object({
    time: shape.time({ about: 'When the hour begins.' }),
    temperature_c: value('°C.'),
    dewpoint_c: value('°C.'),
    humidity_pct: value('Relative humidity, percent.'),
    precip_probability_pct: value('Chance of precipitation, percent.'),
    wind_speed_mps: value('m/s.'),
    wind_gust_mps: value('m/s.'),
    wind_dir_deg: value('Where the wind comes from, degrees clockwise from north.'),
    sky: shape.nullable(
      shape.text({ about: 'In the words of the office; null over the sea.', example: 'Severe Thunderstorms Likely' }),
    ),
  }),
);

export const forecastShape = shape.named(
  'PointForecast',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    office: shape.text({ about: 'Whose grid it is.', example: 'OUN' }),
    grid: shape.object(
      { x: shape.integer({ about: 'From the west.' }), y: shape.integer({ about: 'From the south.' }) },
      { about: 'The cell of that grid, 2.5 km wide.' },
    ),
    timezone: shape.text({ about: 'Of the place, as the tz database names it.', example: 'America/Chicago' }),
    issued: shape.time({ about: 'When the office last changed it.' }),
    periods: shape.arrayOf(period, {
      about: 'Hour by hour, the first contains now; fewer than `hours` where the forecast does not reach that far.',
    }),
  }),
);
