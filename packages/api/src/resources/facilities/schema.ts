import { facilityKinds } from '@severe/catalogue';
import { shape } from '@severe/http';

const text = (example: string, about: string) => shape.nullable(shape.text({ example, about }));
const kind = shape.oneOf(facilityKinds, { about: 'Kind of facility.' });

export const facilityProperties = shape.named(
  'Facility',
  shape.object({
    id: shape.integer({ about: 'Identifier, stable across imports.' }),
    kind,
    name: shape.text({ example: 'Norman Regional Hospital' }),
    address: text('901 N Porter Ave', 'Street and number.'),
    city: text('Norman', 'City of the address.'),
    state: text('OK', 'State or territory, two letters.'),
    fips: shape.nullable(
      shape.text({ example: '40027', about: 'FIPS code of the county; null if the list does not give it.' }),
    ),
    capacity: shape.nullable(
      shape.integer({ min: 0, about: 'Number of beds, places or pupils; null if the list does not give it.' }),
    ),
  }),
);

const count = shape.integer({ min: 0, about: 'Number of facilities of this kind.' });

export const impactShape = shape.named(
  'FacilityImpact',
  shape.object({
    alert_id: shape.integer({ about: 'Identifier of the alert.', example: 48213 }),
    has_polygon: shape.boolean({
      about: 'Whether the alert has its own polygon. If false, no facilities are counted.',
    }),
    total: shape.integer({ min: 0, about: 'Number of facilities of all kinds.' }),
    counts: shape.object(
      Object.fromEntries(facilityKinds.map((each) => [each, count])) as Record<
        (typeof facilityKinds)[number],
        typeof count
      >,
      { about: 'Number of facilities by kind.' },
    ),
    truncated: shape.boolean({ about: 'Whether more facilities are counted than are listed.' }),
    facilities: shape.arrayOf(
      shape.object({
        id: shape.integer(),
        kind,
        name: shape.text(),
        lat: shape.number(),
        lon: shape.number(),
      }),
      { about: 'Facilities by kind, at most 5,000.' },
    ),
  }),
);
