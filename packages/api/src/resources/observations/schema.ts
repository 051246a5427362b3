import { shape } from '@severe/http';

export const observationSources = ['nws', 'iem', 'synoptic'] as const;

const value = (about: string, example?: number) => shape.nullable(shape.number({ about, example }));

export const observationProperties = shape.named(
  'Observation',
  shape.object({
    id: shape.integer(),
    station: shape.text({ about: 'Station identifier, four letters.', example: 'KOUN' }),
    name: shape.nullable(shape.text({ example: 'Norman', about: 'Name of the station.' })),
    state: shape.nullable(shape.text({ example: 'OK' })),
    wfo: shape.nullable(shape.text({ example: 'OUN', about: 'Forecast office of the station.' })),
    source: shape.oneOf(observationSources, { about: 'Source of the report.' }),
    time: shape.time({ about: 'Time of the observation.' }),
    temperature: value('Air temperature, 2 m above the ground.', 28.3),
    dewpoint: value('In the unit of `temperature`.', 22.1),
    humidity_pct: value('Relative humidity in percent.', 69),
    wind_speed: value('Mean wind speed over some minutes.', 32.4),
    wind_gust: value('In the unit of `wind_speed`; null if there are no gusts.', 51.8),
    wind_dir_deg: value('Direction from which the wind blows, in degrees; null if calm or variable.', 170),
    pressure: value('Pressure at sea level, or the altimeter setting of a station that reports none.', 1002.4),
    visibility: value('Horizontal visibility. Stations of the United States report at most 16.1 km (10 miles).', 16.1),
    precip_1h: value('Precipitation of the last hour, in the unit of `precip`.', 0),
    sky: shape.nullable(
      shape.text({ example: 'BKN', about: 'Sky cover of the layer with the most cover: CLR, FEW, SCT, BKN, OVC, VV.' }),
    ),
    weather: shape.nullable(shape.text({ example: '+TSRA BR', about: 'Present weather in METAR codes.' })),
    elevation_m: value('Elevation of the station in metres.', 357),
  }),
);

const unitName = (examples: string) => shape.text({ about: `${examples}: metric, imperial, SI.` });

/** Names of the units, a member of the collection. */
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
    { about: 'Units of the values, as selected by the parameter `units`.' },
  ),
);
