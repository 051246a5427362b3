import { shape } from '@severe/http';

export const bulletinShape = shape.named(
  'Bulletin',
  shape.object({
    id: shape.text({ about: 'Identifier, assigned by the provider.' }),
    wmo: shape.text({ about: 'Start of the WMO heading, `TTAAii`: data type and region.', example: 'FXUS64' }),
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
