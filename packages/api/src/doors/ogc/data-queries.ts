import type { PointParameter } from '@severe/catalogue';
import { crs84 } from '@severe/http';
import { addressOf, itemsMedia } from './links.ts';

type QueryType = 'position' | 'radius' | 'area';

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';

const formOf: Record<QueryType, string> = { position: 'CoverageJSON', radius: 'GeoJSON', area: 'GeoJSON' };
const mediaOf: Record<QueryType, string> = {
  position: 'application/vnd.cov+json',
  radius: itemsMedia,
  area: itemsMedia,
};

/**
 * What a collection says about its queries at places.
 *
 * @see OGC 19-086r6, 8.2 and annex C
 */
export function queriesOf(
  id: string,
  types: readonly QueryType[],
  publicUrl: string,
  parameters: readonly PointParameter[],
) {
  const queries = types.map((type) => {
    const variables = {
      title: `${type} query`,
      query_type: type,
      output_formats: [formOf[type]],
      default_output_format: formOf[type],
      crs_details: [{ crs: 'CRS84', wkt: wgs84 }],
      ...(type === 'radius' ? { within_units: ['km', 'mi', 'm'] } : {}),
    };
    const href = addressOf(publicUrl, `/collections/${id}/${type}`);
    return [type, { link: { href, rel: 'data', type: mediaOf[type], variables } }];
  });
  return {
    data_queries: Object.fromEntries(queries) as object,
    output_formats: [...new Set(types.map((type) => formOf[type]))],
    parameter_names: Object.fromEntries(parameters.map((each) => [each.id, parameterOf(each)])) as object,
    crs: ['CRS84', crs84],
  };
}

function parameterOf({ id, name, about, units }: PointParameter) {
  return {
    id,
    type: 'Parameter',
    description: about,
    'data-type': units === null ? 'string' : 'float',
    ...(units === null ? {} : { unit: { symbol: units } }),
    observedProperty: { label: name },
  };
}
