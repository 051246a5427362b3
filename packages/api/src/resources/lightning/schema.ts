import { shape } from '@severe/http';

export const flashProperties = shape.named(
  'Flash',
  shape.object({
    id: shape.integer(),
    flash_time: shape.time({ about: 'Time of the first light of the flash.' }),
    age_seconds: shape.integer({
      min: 0,
      about: 'Age of the flash when the response was created, up to 5 seconds ago. `flash_time` is exact.',
    }),
    energy_fj: shape.nullable(shape.number({ about: 'Optical energy at the satellite in femtojoules.' })),
    area_km2: shape.nullable(shape.number({ about: 'Illuminated area in square kilometres.' })),
    satellite: shape.text({
      example: 'G19',
      about: 'Detecting satellite: GOES-West (`G18`) west of 106° W, GOES-East (`G19`) east of it.',
    }),
  }),
);
