import { shape } from '@severe/http';

const basin = shape.oneOf(['al', 'ep', 'cp'], { about: 'Atlantic, eastern or central Pacific.' });

/** Names of the basins, in the order of the response. */
export const basinNames = { al: 'Atlantic', ep: 'Eastern Pacific', cp: 'Central Pacific' } as const;
export type Basin = keyof typeof basinNames;

const shared = {
  storm_id: shape.text({ about: 'Storm identifier: basin, number and year.', example: 'al052026' }),
  name: shape.text({ example: 'Ernesto' }),
  basin,
  advisory: shape.nullable(
    shape.text({
      about: 'Advisory number. Outlines come with full advisories, not with intermediate ones.',
      example: '12A',
    }),
  ),
  issued: shape.nullable(shape.time({ about: 'Time of issue of the advisory; null if an outline does not give it.' })),
};

export const positionProperties = shape.named(
  'TropicalPosition',
  shape.object({
    feature_kind: shape.oneOf(['position'], { about: '`position`: the position of the centre, a point.' }),
    ...shared,
    classification: shape.nullable(
      shape.text({
        about:
          '`TD`, `TS`, `HU`: tropical depression, storm, hurricane; `STD`, `STS`: subtropical ones; `PTC`: potential or ' +
          'post-tropical cyclone; `PC`: post-tropical; `DB`: remnants; any other word as the provider gives it.',
        example: 'HU',
      }),
    ),
    max_wind_kt: shape.nullable(shape.number({ min: 0, about: 'Maximum one-minute sustained wind in knots.' })),
    gust_kt: shape.nullable(
      shape.number({ min: 0, about: 'Gusts in knots; null if the advisory does not give them.' }),
    ),
    pressure_hpa: shape.nullable(shape.number({ about: 'Minimum pressure at sea level.' })),
    movement_dir_deg: shape.nullable(
      shape.number({ about: 'Direction of movement (towards), degrees clockwise from north.' }),
    ),
    movement_kt: shape.nullable(shape.number({ min: 0, about: 'In knots.' })),
    category: shape.nullable(
      shape.integer({ min: 1, max: 5, about: 'Saffir–Simpson category; null below hurricane strength.' }),
    ),
    url: shape.nullable(shape.text({ about: 'URL of the public advisory.' })),
  }),
);

export const outlineProperties = shape.named(
  'TropicalOutline',
  shape.object({
    feature_kind: shape.oneOf(['cone', 'track'], {
      about: '`cone`: the probable area of the centre; `track`: its most likely path. Wind and rain reach beyond both.',
    }),
    ...shared,
  }),
);

/** A position or an outline, distinguished by `feature_kind`. */
export const stormProperties = shape.named('TropicalStorm', shape.either(positionProperties, outlineProperties));

export const areaProperties = shape.named(
  'TropicalArea',
  shape.object({
    basin,
    area: shape.integer({ about: 'Number of the area in the basin, from 1, as on the map.' }),
    probability_2day: shape.nullable(
      shape.integer({ min: 0, max: 100, about: 'Probability in percent that a cyclone forms within two days.' }),
    ),
    probability_7day: shape.nullable(
      shape.integer({ min: 0, max: 100, about: 'Probability in percent that a cyclone forms within seven days.' }),
    ),
    risk_2day: shape.nullable(
      shape.text({ about: 'Category of `probability_2day`: `Low`, `Medium` or `High`.', example: 'Low' }),
    ),
    risk_7day: shape.nullable(
      shape.text({ about: 'Category of `probability_7day`: `Low`, `Medium` or `High`.', example: 'Medium' }),
    ),
    text: shape.nullable(
      shape.text({ about: 'Text of the outlook; null while text and map are from different issues.' }),
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
        about: 'Headline of the outlook; null until the first outlook arrives.',
        example: 'Tropical cyclone formation is not expected during the next 7 days.',
      }),
    ),
    issued: shape.nullable(shape.time({ about: 'Time of issue; null out of season.' })),
    areas: shape.integer({ min: 0, about: 'Number of features of this basin.' }),
  }),
);

export const outlookMetadata = shape.object({
  basins: shape.recordOf(basinOutlook, { about: 'Outlook by basin, for every requested basin.' }),
});
