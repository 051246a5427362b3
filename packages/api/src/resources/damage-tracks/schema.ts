import { shape } from '@severe/http';

const count = (about: string) => shape.nullable(shape.integer({ min: 0, about }));

export const damageTrackProperties = shape.named(
  'DamageTrack',
  shape.object({
    id: shape.integer({ about: 'Stays the same when the survey is corrected.' }),
    event_date: shape.text({ example: '2026-05-20', about: 'The date where it happened.' }),
    time: shape.time({ about: 'As the survey has it; often that of the storm, not of the place.' }),
    ef: shape.nullable(shape.integer({ min: 0, max: 5, about: 'Enhanced Fujita scale; null for one not rated.' })),
    ef_label: shape.text({ example: 'EF3', about: '`EFU` for one not rated.' }),
    length_m: count('Metres.'),
    width_m: count('Where it was widest, metres.'),
    max_wind_mph: count('Estimated from the damage, miles an hour.'),
    injuries: count('People hurt.'),
    fatalities: count('People killed.'),
    wfo: shape.nullable(shape.text({ example: 'OUN' })),
    state: shape.nullable(shape.text({ example: 'OK', about: 'Where it began.' })),
    comments: shape.nullable(shape.text({ about: 'Words of the survey.' })),
  }),
);
