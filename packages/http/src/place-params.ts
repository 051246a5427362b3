import { alsoCalled, number, required } from './params.ts';

/** Where other APIs have the key: a query is written to logs, so it is a header here. */
export const keyHints: Readonly<Record<string, string>> = Object.fromEntries(
  ['appid', 'apikey', 'api_key', 'token', 'access_token'].map((name) => [
    name,
    'Send the API key in the header X-API-Key',
  ]),
);

/** Coordinates of a place in a query; both are required. */
export const placeParams = {
  lat: alsoCalled(required(number({ min: -90, max: 90, about: 'Latitude in degrees, WGS84.', example: 35.22 })), [
    'latitude',
    'point',
    'location',
    'loc',
    'coordinates',
    'coords',
    'latlon',
    'latlng',
    'p',
    'q',
  ]),
  lon: alsoCalled(required(number({ min: -180, max: 180, about: 'Longitude in degrees, WGS84.', example: -97.44 })), [
    'longitude',
    'lng',
    'long',
  ]),
};
