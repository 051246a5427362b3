import { facilityKinds } from '@severe/catalogue';
import { shape } from '@severe/http';

const text = (example: string, about: string) => shape.nullable(shape.text({ example, about }));
const kind = shape.oneOf(facilityKinds, { about: 'What it is.' });

export const facilityProperties = shape.named(
  'Facility',
  shape.object({
    id: shape.integer({ about: 'Stays the same when the list is imported again.' }),
    kind,
    name: shape.text({ example: 'Norman Regional Hospital' }),
    address: text('901 N Porter Ave', 'Street and number.'),
    city: text('Norman', 'Where it is, by its address.'),
    state: text('OK', 'State or territory, two letters.'),
    fips: shape.nullable(shape.text({ example: '40027', about: 'Number of its county, where the list tells it.' })),
    capacity: shape.nullable(shape.integer({ min: 0, about: 'Beds, places or pupils, where the list tells them.' })),
  }),
);

const count = shape.integer({ min: 0, about: 'How many of this kind.' });

export const impactShape = shape.named(
  'FacilityImpact',
  shape.object({
    alert_id: shape.integer({ about: 'The alert.', example: 48213 }),
    has_polygon: shape.boolean({ about: 'False for an alert that is for zones alone: nothing is counted then.' }),
    total: shape.integer({ min: 0, about: 'How many there are of all kinds.' }),
    counts: shape.object(
      Object.fromEntries(facilityKinds.map((each) => [each, count])) as Record<
        (typeof facilityKinds)[number],
        typeof count
      >,
      { about: 'How many there are of each kind.' },
    ),
    truncated: shape.boolean({ about: 'Whether there are more than are listed.' }),
    facilities: shape.arrayOf(
      shape.object({
        id: shape.integer(),
        kind,
        name: shape.text(),
        lat: shape.number(),
        lon: shape.number(),
      }),
      { about: 'By kind; 5,000 at most.' },
    ),
  }),
);
