import { shape } from '@severe/http';

export const observationSources = ['nws', 'iem', 'synoptic'] as const;

const known = (about: string, example?: number) => shape.nullable(shape.number({ about, example }));

export const observationProperties = shape.named(
  'Observation',
  shape.object({
    id: shape.integer(),
    station: shape.text({ about: 'Four letters.', example: 'KOUN' }),
    name: shape.nullable(shape.text({ example: 'Norman', about: 'Of the station.' })),
    state: shape.nullable(shape.text({ example: 'OK' })),
    wfo: shape.nullable(shape.text({ example: 'OUN', about: 'The forecast office that the station belongs to.' })),
    source: shape.oneOf(observationSources, { about: 'Who tells of it.' }),
    time: shape.time({ about: 'Of the observation.' }),
    temperature: known('Of the air, two metres above the ground.', 28.3),
    dewpoint: known('In the unit of `temperature`.', 22.1),
    humidity_pct: known('Relative humidity in percent.', 69),
    wind_speed: known('Mean of some minutes.', 32.4),
    wind_gust: known('In the unit of `wind_speed`; null where there are none.', 51.8),
    wind_dir_deg: known('Where it comes from, in degrees; null where it is calm or variable.', 170),
    pressure: known('At sea level.', 1002.4),
    visibility: known('Horizontal; 16.1 km (10 miles) is the most that stations of the United States tell.', 16.1),
    precip_1h: known('Of the last hour, in the unit of `precip`.', 0),
    sky: shape.nullable(
      shape.text({ example: 'BKN', about: 'The layer that covers most: CLR, FEW, SCT, BKN, OVC, VV.' }),
    ),
    weather: shape.nullable(shape.text({ example: '+TSRA BR', about: 'Present weather in the codes of METAR.' })),
    elevation_m: known('Of the station, in metres.', 357),
  }),
);

const unitName = (examples: string) => shape.text({ about: `${examples}: metric, imperial, SI.` });

/** The names of the units, beside the features. */
export const unitsShape = shape.named(
  'ObservationUnits',
  shape.object(
    {
      temperature: unitName('`degC`, `degF`, `K`'),
      wind_speed: unitName('`km/h`, `mph`, `m/s`'),
      pressure: unitName('`hPa`, `inHg`, `Pa`'),
      precip: unitName('`mm`, `in`, `m`'),
      visibility: unitName('`km`, `mi`, `m`'),
    },
    { about: 'The units that values are in, as `units` asked for them.' },
  ),
);
