import { shape } from '@severe/http';

const count = (about: string) => shape.nullable(shape.integer({ min: 0, about }));

export const damageTrackProperties = shape.named(
  'DamageTrack',
  shape.object({
    id: shape.integer({ about: 'Identifier, stable when the survey is corrected.' }),
    event_date: shape.text({ example: '2026-05-20', about: 'Local date of the event.' }),
    time: shape.time({ about: 'Time in the survey; often the time of the storm, not of the tornado at this place.' }),
    ef: shape.nullable(shape.integer({ min: 0, max: 5, about: 'Enhanced Fujita scale; null if not rated.' })),
    ef_label: shape.text({ example: 'EF3', about: 'EF rating as text; `EFU` if not rated.' }),
    length_m: count('Length in metres.'),
    width_m: count('Maximum width in metres.'),
    max_wind_mph: count('Maximum wind in mph, estimated from the damage.'),
    injuries: count('Number of injuries.'),
    fatalities: count('Number of fatalities.'),
    wfo: shape.nullable(shape.text({ example: 'OUN' })),
    state: shape.nullable(shape.text({ example: 'OK', about: 'State in which the track begins.' })),
    comments: shape.nullable(shape.text({ about: 'Comments of the survey.' })),
  }),
);
