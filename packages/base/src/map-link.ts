/** The address of the map at a place, as the map itself writes it. @param publicUrl without a slash at its end */
export function mapLink(publicUrl: string, { lat, lon }: { lat: number; lon: number }): string {
  return `${publicUrl}/#at=9/${lat.toFixed(4)}/${lon.toFixed(4)}`;
}

/** The address of the page of a place, which needs neither a map nor a script. @param publicUrl without a slash at its end */
export function placePageLink(publicUrl: string, { lat, lon }: { lat: number; lon: number }): string {
  return `${publicUrl}/at/${Number(lat.toFixed(4))},${Number(lon.toFixed(4))}`;
}
