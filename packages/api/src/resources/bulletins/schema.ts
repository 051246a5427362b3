import { shape } from '@severe/http';

export const bulletinShape = shape.named(
  'Bulletin',
  shape.object({
    id: shape.text({ about: 'Identifier of the provider.' }),
    wmo: shape.text({ about: 'WMO heading: kind of bulletin and region.', example: 'FXUS64' }),
    issued: shape.time(),
    text: shape.text({ about: 'Full text, including the heading.' }),
  }),
);

export const office = shape.nullable(
  shape.text({
    about: 'The requested office, or the office of the point; null if there is none.',
    example: 'OUN',
  }),
);
