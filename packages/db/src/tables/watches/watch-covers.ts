/**
 * The condition that a watch `t` covers an area: its outline intersects the area, or a county that its list names does. The
 * outline is what the centre issues first; the list has whole counties, of which the outline touches some in part only.
 *
 * @param intersects the condition that the shape in a column intersects the area
 */
export function watchCovers(intersects: (column: string) => string): string {
  return `((${intersects('t.shape')}) or exists (
    select from zones county where county.kind = 'county' and county.fips = any(t.counties) and (${intersects('county.shape')})))`;
}

/** The condition that a watch `t` covers a part of a county with the FIPS codes `:fips`, whose shape is an expression. */
export function watchCoversCounty(shape: string): string {
  return `(t.counties && cast(:fips as text[]) or ST_Intersects(t.shape, ${shape}))`;
}
