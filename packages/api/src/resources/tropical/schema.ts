import { shape } from '@severe/http';

const basin = shape.oneOf(['al', 'ep', 'cp'], { about: 'Atlantic, eastern or central Pacific.' });

/** Names of the basins, in the order in which they are told. */
export const basinNames = { al: 'Atlantic', ep: 'Eastern Pacific', cp: 'Central Pacific' } as const;
export type Basin = keyof typeof basinNames;

const shared = {
  storm_id: shape.text({ about: 'Basin, number and year.', example: 'al052026' }),
  name: shape.text({ example: 'Ernesto' }),
  basin,
  advisory: shape.nullable(
    shape.text({
      about: 'Of which this is: outlines come with full advisories, not with those between.',
      example: '12A',
    }),
  ),
  issued: shape.nullable(shape.time({ about: 'Of that advisory; null where an outline does not tell it.' })),
};

export const positionProperties = shape.named(
  'TropicalPosition',
  shape.object({
    feature_kind: shape.oneOf(['position'], { about: 'Where the centre is: a point.' }),
    ...shared,
    classification: shape.text({
      about:
        '`TD`, `TS`, `HU`: tropical depression, storm, hurricane; `STD`, `STS`: subtropical ones; `PTC`: potential or ' +
        'post-tropical cyclone; `PC`: post-tropical; `DB`: remnants.',
      example: 'HU',
    }),
    max_wind_kt: shape.nullable(shape.number({ min: 0, about: 'Sustained over a minute, in knots.' })),
    gust_kt: shape.nullable(shape.number({ min: 0, about: 'Null where this advisory does not tell it; in knots.' })),
    pressure_hpa: shape.nullable(shape.number({ about: 'The lowest at sea level.' })),
    movement_dir_deg: shape.nullable(shape.number({ about: 'Where it moves to, degrees clockwise from north.' })),
    movement_kt: shape.nullable(shape.number({ min: 0, about: 'In knots.' })),
    category: shape.nullable(
      shape.integer({ min: 1, max: 5, about: 'On the scale of Saffir and Simpson; null below hurricane strength.' }),
    ),
    url: shape.nullable(shape.text({ about: 'The public advisory.' })),
  }),
);

export const outlineProperties = shape.named(
  'TropicalOutline',
  shape.object({
    feature_kind: shape.oneOf(['cone', 'track'], {
      about: 'The area in which the centre will probably be, or its likeliest way. Winds and rain reach beyond both.',
    }),
    ...shared,
  }),
);

/** A feature is one of the two, told apart by its first field. */
export const stormProperties = shape.named('TropicalStorm', shape.either(positionProperties, outlineProperties));

export const areaProperties = shape.named(
  'TropicalArea',
  shape.object({
    basin,
    area: shape.integer({ about: 'Its number in the basin, from 1, as the map has it.' }),
    probability_2day: shape.nullable(
      shape.integer({ min: 0, max: 100, about: 'Chance in percent that a cyclone forms within two days.' }),
    ),
    probability_7day: shape.nullable(shape.integer({ min: 0, max: 100, about: 'The same within seven days.' })),
    risk_2day: shape.nullable(shape.text({ about: '`Low`, `Medium` or `High`.', example: 'Low' })),
    risk_7day: shape.nullable(shape.text({ about: 'The chance of seven days in a word.', example: 'Medium' })),
    text: shape.nullable(
      shape.text({ about: 'What the outlook says; null while its text and its map are not of one issue.' }),
    ),
    issued: shape.nullable(shape.time()),
  }),
);

const basinOutlook = shape.named(
  'BasinOutlook',
  shape.object({
    name: shape.text({ example: 'Atlantic' }),
    headline: shape.nullable(
      shape.text({
        about: 'Null while nothing has come from the provider.',
        example: 'Tropical cyclone formation is not expected during the next 7 days.',
      }),
    ),
    issued: shape.nullable(shape.time({ about: 'Null while no outlook is issued, out of season.' })),
    areas: shape.integer({ min: 0, about: 'How many of the features are its.' }),
  }),
);

export const outlookMetadata = shape.object({
  basins: shape.recordOf(basinOutlook, { about: 'By basin: each that was asked for, also where nothing is expected.' }),
});
