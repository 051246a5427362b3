import { shape } from '@severe/http';

export const flashProperties = shape.named(
  'Flash',
  shape.object({
    id: shape.integer(),
    flash_time: shape.time({ about: 'Its first light.' }),
    age_seconds: shape.integer({
      min: 0,
      about: 'Since the flash, when the answer was made: up to five seconds ago. `flash_time` is exact.',
    }),
    energy_fj: shape.nullable(shape.number({ about: 'Light that reached the satellite, in femtojoules.' })),
    area_km2: shape.nullable(shape.number({ about: 'What it lit up, in square kilometres.' })),
    satellite: shape.text({
      example: 'G19',
      about: 'That saw it: GOES-West (`G18`) west of 106° W, GOES-East (`G19`) east of it.',
    }),
  }),
);
