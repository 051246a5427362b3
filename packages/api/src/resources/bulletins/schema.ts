import { shape } from '@severe/http';

export const bulletinShape = shape.named(
  'Bulletin',
  shape.object({
    id: shape.text({ about: 'As the provider names it.' }),
    wmo: shape.text({ about: 'Kind of bulletin and region.', example: 'FXUS64' }),
    issued: shape.time(),
    text: shape.text({ about: 'As it was written, from its heading on.' }),
  }),
);

export const office = shape.nullable(
  shape.text({
    about: 'The office that was asked for, or whose area holds the point; null where none does.',
    example: 'OUN',
  }),
);
