/** The address of the map at a place, as the map itself writes it. @param publicUrl without a slash at its end */
export function mapLink(publicUrl: string, { lat, lon }: { lat: number; lon: number }): string {
  return `${publicUrl}/#at=9/${lat.toFixed(4)}/${lon.toFixed(4)}`;
}
