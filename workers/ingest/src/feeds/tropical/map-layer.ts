/** URL of a layer of the tropical map service, as GeoJSON: 3 areas, 5 points, 6 tracks, 7 cones. */
export function mapLayer(layer: 3 | 5 | 6 | 7): string {
  const service = 'https://mapservices.weather.noaa.gov/tropical/rest/services/tropical/NHC_tropical_weather_summary';
  return `${service}/MapServer/${layer}/query?where=1%3D1&outFields=*&outSR=4326&f=geojson`;
}
