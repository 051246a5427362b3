/**
 * The condition that a watch `t` covers an area: that a county which its list names intersects the area. The outline decides
 * while the list is not known, and where the area intersects no county: over water, and before the counties are stored.
 *
 * @param intersects the condition that the shape in a column intersects the area
 */
export function watchCovers(intersects: (column: string) => string): string {
  const county = `select from zones county where county.kind = 'county' and (${intersects('county.shape')})`;
  return `case when t.counties <> '{}' and exists (${county})
    then exists (${county} and county.fips = any(t.counties))
    else (${intersects('t.shape')}) end`;
}

/** The condition that a watch `t` covers a county with the FIPS codes `:fips`, whose shape is an expression. */
export function watchCoversCounty(shape: string): string {
  return `(t.counties && cast(:fips as text[]) or (t.counties = '{}' and ST_Intersects(t.shape, ${shape})))`;
}
