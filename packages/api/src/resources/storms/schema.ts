import { cone } from '@severe/assessment';
import { shape } from '@severe/http';
import { geoJson, geometryShape } from '../../shared/feature.ts';
import { alertFields } from '../alerts/schema.ts';
import { discussionProperties } from '../discussions/schema.ts';
import { reportProperties } from '../reports/schema.ts';
import { unavailableShape } from '../../situation/schema.ts';
import { watchProperties } from '../watches/schema.ts';

const lonLat = (about: string) => shape.arrayOf(shape.number(), { length: 2, about });

const motionShape = shape.nullable(
  shape.named(
    'StormMotionVector',
    shape.object(
      {
        from_deg: shape.number({ min: 0, max: 360, about: 'Direction from which the storm moves, in degrees.' }),
        toward_deg: shape.number({ min: 0, max: 360, about: 'Direction towards which it moves, in degrees.' }),
        speed_kt: shape.number({ min: 0, about: 'In knots.' }),
        speed_mps: shape.number({ min: 0, about: 'In metres per second.' }),
        observed_at: shape.time({ about: 'Time of the observation.' }),
        location: lonLat('Longitude and latitude at that time; of a line of storms, the middle position.'),
      },
      { about: 'Motion by TIME…MOT…LOC of the warning; null unless it is storm-based.' },
    ),
  ),
);

const coneShape = shape.nullable(
  shape.named(
    'StormCone',
    shape.object(
      {
        minutes: shape.integer({ min: 1, about: 'Time after the observation that the cone covers.' }),
        geometry: geometryShape,
        radius_km: shape.number({ about: 'Extent of the storm and error of its position, in kilometres.' }),
        spread_deg: shape.number({ about: 'Error of the direction to each side, in degrees.' }),
      },
      {
        about:
          `Where the storm may be within ${cone.minutes} minutes of the observation, if its motion does not change; null ` +
          'unless the warning is storm-based.',
      },
    ),
  ),
);

const rotationShape = shape.nullable(
  shape.named(
    'StormRotation',
    shape.object(
      {
        max: shape.nullable(shape.number({ about: 'Largest value inside the polygon; null if there is none.' })),
        units: shape.oneOf(['0.001/s'], { about: 'Unit of `max`.' }),
        at: shape.nullable(lonLat('Longitude and latitude of the largest value.')),
        time: shape.nullable(shape.time({ about: 'Time of the frame.' })),
      },
      {
        about:
          'Rotation of the last 30 minutes inside the polygon, by `rotation-30min`; null unless the warning is ' +
          'storm-based and in force, or if radar values are unavailable.',
      },
    ),
  ),
);

export const stormShape = shape.withMedia(
  geoJson,
  shape.named(
    'WarnedStorm',
    shape.object({
      type: shape.oneOf(['Feature'], { about: 'GeoJSON type.' }),
      id: shape.integer({ about: 'The id of the alert.' }),
      geometry: geometryShape,
      properties: shape.named(
        'WarnedStormProperties',
        shape.object({
          ...alertFields,
          watch: shape.nullable(watchProperties),
          discussion: shape.nullable(discussionProperties),
          reports: shape.arrayOf(reportProperties, {
            about: 'Reports inside the polygon since 30 minutes before the first message, newest first.',
          }),
          motion: motionShape,
          cone: coneShape,
          rotation: rotationShape,
          unavailable: unavailableShape,
        }),
      ),
    }),
  ),
);
