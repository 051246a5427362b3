import { metresPerFoot } from '@severe/geo';
import { humidityPct } from '../model/humidity.ts';
import { roundTo } from '../model/curves.ts';
import { mpsPerKnot } from '../model/plane.ts';
import { openMesonets } from '../observations/mesonet.ts';
import type { Observation } from '../observations/observation.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

/** Codes of a response, which has status 200 also for an error. */
const codes = { ok: 1, nothing: 2, refused: 200 };

/** A variable: its unit with `units=metric`, its value, and whether it is derived from others. */
interface Variable {
  unit: string;
  of: (observation: Observation) => number | null;
  isDerived?: boolean;
}

const variables: Record<string, Variable> = {
  air_temp: { unit: 'Celsius', of: ({ temperatureC }) => temperatureC },
  dew_point_temperature: { unit: 'Celsius', of: ({ dewpointC }) => dewpointC, isDerived: true },
  relative_humidity: {
    unit: '%',
    of: ({ temperatureC, dewpointC }) => roundTo(humidityPct(temperatureC, dewpointC), 10),
  },
  wind_speed: { unit: 'm/s', of: ({ speedKt }) => roundTo(speedKt * mpsPerKnot, 100) },
  wind_gust: { unit: 'm/s', of: ({ gustKt }) => (gustKt === null ? null : roundTo(gustKt * mpsPerKnot, 100)) },
  wind_direction: { unit: 'Degrees', of: ({ fromDeg }) => fromDeg },
  sea_level_pressure: { unit: 'Pascals', of: ({ pressureHpa }) => Math.round(pressureHpa * 100), isDerived: true },
  precip_accum_one_hour: { unit: 'Millimeters', of: ({ rainMm }) => rainMm },
};

/** The mesonets that Synoptic Data collects. Every request needs some token. */
export function synopticData(seed: number): PageHost {
  const observationsOf = openMesonets(seed);
  return {
    host: 'api.synopticdata.com',
    maxAge: 0,
    routes: [
      {
        path: /^v2\/stations\/latest$/,
        page(_, query, now) {
          if (!query.get('token')) return failure(codes.refused, 'Invalid token.');
          const found = observationsOf((query.get('state') ?? '').toUpperCase(), now);
          const wanted = (query.get('vars') ?? '').split(',');
          return found.length === 0
            ? failure(codes.nothing, 'No stations found for this request.')
            : listed(found, wanted);
        },
      },
    ],
    missing: () => jsonPage('application/json', { message: 'Not Found' }),
  };
}

function failure(code: number, message: string): Page {
  return jsonPage('application/json', {
    SUMMARY: { NUMBER_OF_OBJECTS: 0, RESPONSE_CODE: code, RESPONSE_MESSAGE: message },
  });
}

function listed(found: Observation[], wanted: string[]): Page {
  const served = Object.entries(variables).filter(([name]) => wanted.includes(name));
  return jsonPage('application/json', {
    STATION: found.map((observation) => stationOf(observation, served)),
    SUMMARY: { NUMBER_OF_OBJECTS: found.length, RESPONSE_CODE: codes.ok, RESPONSE_MESSAGE: 'OK' },
    UNITS: { position: 'm', elevation: 'ft', ...Object.fromEntries(served.map(([name, { unit }]) => [name, unit])) },
  });
}

function stationOf(observation: Observation, served: [name: string, variable: Variable][]): object {
  const { id, name, state, lat, lon, elevationM } = observation.station;
  const time = `${new Date(observation.at).toISOString().slice(0, 19)}Z`;
  const values = served.flatMap(([variable, { of, isDerived }]) => {
    const value = of(observation);
    return value === null ? [] : [[`${variable}_value_1${isDerived ? 'd' : ''}`, { value, date_time: time }]];
  });
  return {
    STID: id,
    NAME: `${name} (${simulatedLabel})`,
    STATE: state,
    STATUS: 'ACTIVE',
    LATITUDE: String(lat),
    LONGITUDE: String(lon),
    ELEVATION: String(Math.round(elevationM / metresPerFoot)),
    OBSERVATIONS: Object.fromEntries(values) as object,
  };
}
