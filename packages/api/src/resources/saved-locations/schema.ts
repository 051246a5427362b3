import { boolean, nullable, number, oneOf, required, shape, text } from '@severe/http';

/** Severities that a filter accepts, the strongest first. */
export const severityWords = ['Extreme', 'Severe', 'Moderate', 'Minor'] as const;

/** A saved location in a response. */
export const savedLocation = shape.named(
  'SavedLocation',
  shape.object({
    id: shape.integer(),
    name: shape.text({ example: 'Home' }),
    label: shape.nullable(shape.text({ about: 'A note of the user.' })),
    lat: shape.number({ about: 'Latitude in degrees.', min: -90, max: 90 }),
    lon: shape.number({ about: 'Longitude in degrees.', min: -180, max: 180 }),
    alerts_enabled: shape.boolean({
      about: 'Whether alerts at the place are mailed to the verified address of the user.',
    }),
    min_severity: shape.oneOf(severityWords, { about: 'Lowest severity of alerts that are mailed.' }),
    created_at: shape.time({ about: 'Time at which it was saved.' }),
  }),
);

const name = text({ minLength: 1, maxLength: 128, about: 'Name of the place.', example: 'Home' });
const alertsEnabled = { about: 'Whether alerts at the place are mailed to the verified address of the user.' };
const minSeverity = { about: 'Lowest severity of alerts that are mailed.' };

/** Body of a new location. */
export const newLocation = {
  name: required(name),
  lat: required(number({ min: -90, max: 90, about: 'Latitude in degrees.', example: 35.22 })),
  lon: required(number({ min: -180, max: 180, about: 'Longitude in degrees.', example: -97.44 })),
  label: nullable(text({ maxLength: 256, about: 'A note of the user.' })),
  alerts_enabled: boolean({ default: true, ...alertsEnabled }),
  min_severity: oneOf(severityWords, { default: 'Severe', ...minSeverity }),
};

/** Body of a change; absent fields stay. */
export const locationChange = {
  name,
  alerts_enabled: boolean(alertsEnabled),
  min_severity: oneOf(severityWords, minSeverity),
};
