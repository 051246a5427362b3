import { shape } from '@severe/http';

const value = (about: string) => shape.nullable(shape.number({ about }));

const period = shape.named(
  'ForecastPeriod',
  shape.object({
    time: shape.time({ about: 'Start of the hour.' }),
    temperature_c: value('Temperature in °C.'),
    dewpoint_c: value('Dew point in °C.'),
    humidity_pct: value('Relative humidity, percent.'),
    precip_probability_pct: value('Probability of precipitation in percent.'),
    wind_speed_mps: value('Wind speed in m/s.'),
    wind_gust_mps: value('Gust speed in m/s.'),
    wind_dir_deg: value('Direction from which the wind blows, degrees clockwise from north.'),
    sky: shape.nullable(
      shape.text({ about: 'Sky condition in words; null over the sea.', example: 'Severe Thunderstorms Likely' }),
    ),
  }),
);

export const forecastShape = shape.named(
  'PointForecast',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    office: shape.text({ about: 'Forecast office of the grid, three letters.', example: 'OUN' }),
    grid: shape.object(
      {
        x: shape.integer({ about: 'Column, counted from the west.' }),
        y: shape.integer({ about: 'Row, counted from the south.' }),
      },
      { about: 'The cell of that grid, 2.5 km wide.' },
    ),
    timezone: shape.text({ about: 'IANA time zone of the point.', example: 'America/Chicago' }),
    issued: shape.time({ about: 'Time of the last change by the office.' }),
    periods: shape.arrayOf(period, {
      about: 'Hourly periods; the first contains now. Fewer than `hours` if the forecast ends earlier.',
    }),
  }),
);
