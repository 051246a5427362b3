import { shape } from '@severe/http';
import { geometryShape } from '../../shared/feature.ts';
import { sourceStatuses } from '../meta/source-status.ts';

const nearNote = 'Null if no frame of the product is near the time of the scan.';
const flashNote = 'Null while lightning data are missing.';

export const stormCellProperties = shape.named(
  'StormCell',
  shape.object({
    id: shape.text({ example: '20260520T221000Z-3', about: 'Stable while the cell is tracked.' }),
    first_seen: shape.time({ about: 'Time of the first frame in which the cell was found.' }),
    observed_at: shape.time({ about: 'Time of the frame: position, values and outline are of then.' }),
    age_minutes: shape.integer({ min: 0, about: 'Minutes from `first_seen` to `observed_at`.' }),
    toward_deg: shape.nullable(
      shape.number({ about: 'Direction of movement, degrees clockwise from north; null until it is known.' }),
    ),
    speed_mps: shape.nullable(shape.number({ about: 'Speed in metres per second; null until it is known.' })),
    motion_spread: shape.nullable(
      shape.object(
        {
          deg: shape.number({ about: 'Standard error of the direction; 180 if nothing is known of it.' }),
          mps: shape.number({ about: 'Standard error of the speed.' }),
        },
        { about: 'Uncertainty of the motion; null without one.' },
      ),
    ),
    area_km2: shape.number({ about: 'Area of the echo of at least 35 dBZ.' }),
    max_dbz: shape.number({ about: 'Strongest composite reflectivity, dBZ.' }),
    mesh_mm: shape.nullable(shape.number({ about: `Largest hail of the last 30 minutes (MESH), mm. ${nearNote}` })),
    vil_kgm2: shape.nullable(shape.number({ about: `Greatest vertically integrated liquid, kg/m². ${nearNote}` })),
    echo_top_km: shape.nullable(shape.number({ about: `Highest echo top (18 dBZ), km. ${nearNote}` })),
    rotation: shape.nullable(
      shape.number({ about: `Strongest shear at 0–2 km of the last 30 minutes, 0.001/s. ${nearNote}` }),
    ),
    flashes_5min: shape.nullable(
      shape.integer({ min: 0, about: `Flashes in the five minutes before \`observed_at\`. ${flashNote}` }),
    ),
    flash_rate: shape.nullable(shape.number({ about: `Flashes per minute over two minutes. ${flashNote}` })),
    flash_jump: shape.nullable(
      shape.number({
        about:
          'Latest change of the flash rate in standard deviations of the changes before (Schultz et al., 2009); null without ten minutes of history.',
      }),
    ),
    lightning_jump: shape.nullable(
      shape.boolean({
        about: 'Whether `flash_jump` is at least 2 and `flash_rate` at least 10: often precedes severe weather.',
      }),
    ),
    alert_ids: shape.arrayOf(shape.integer(), {
      about: 'Active alerts whose polygon intersects the outline, see `/alerts/{alert_id}`.',
    }),
    places: shape.arrayOf(
      shape.object({
        name: shape.text({ example: 'Norman' }),
        state: shape.text({ example: 'OK' }),
        minutes: shape.integer({
          min: 0,
          about: 'Minutes from now until the centre may be nearest to the place; 0 if the cell is over it.',
        }),
        arrives_at: shape.time({ about: 'The same as a time.' }),
        distance_km: shape.number({ about: 'Distance from the centre at `observed_at`.' }),
      }),
      { about: 'Up to five places that the cell may reach within an hour of `observed_at`; empty without a motion.' },
    ),
    outline: geometryShape,
    track: shape.nullable(geometryShape),
  }),
);

/** Members of the collection that say how current it is. */
export const trackingMembers = {
  tracking: shape.named(
    'StormTracking',
    shape.object({
      status: shape.oneOf(sourceStatuses, {
        about: '`stale` or `unknown`: an empty list does not mean that there are no storms.',
      }),
      observed_at: shape.nullable(shape.time({ about: 'Time of the newest frame that was searched; null before it.' })),
    }),
  ),
  unavailable: shape.arrayOf(shape.text({ example: 'radar' }), {
    about: 'Sources without current data: `radar` if no current frame was searched.',
  }),
};
