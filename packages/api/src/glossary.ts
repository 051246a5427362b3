/**
 * What a field of this name means wherever it stands, with its unit. A shape that means something else, or something
 * more, says so itself.
 */
export const glossary: Readonly<Record<string, string>> = {
  // Where and when.
  lat: 'Latitude in degrees, WGS84.',
  lon: 'Longitude in degrees, WGS84.',
  bounds: 'West, south, east, north in degrees.',
  state: 'State or territory, two letters.',
  states: 'States and territories, two letters each.',
  county: 'Name of the county.',
  fips: 'Number of the county: five digits, the first two of the state.',
  place: 'Description of the location.',
  wfo: 'Office of the National Weather Service, three letters.',
  wfos: 'Offices of the National Weather Service, three letters each.',
  office: 'Office of the National Weather Service, three letters.',
  time: 'Time to which the data refer.',
  issued: 'Time of issue.',
  sent: 'Time of sending.',
  effective: 'Time from which the message is effective.',
  onset: 'Expected begin of the hazard.',
  expires: 'Time of expiry.',
  ends: 'Expected end of the hazard.',
  valid_from: 'Start of validity.',
  valid_to: 'End of validity.',
  latest_time: 'Time of the newest frame; null if there is none.',

  motion: 'Motion; null if not reported.',

  // GeoJSON.
  id: 'Stable identifier.',
  geometry: 'Geometry; null if it has none.',
  properties: 'What is known of it.',
  features: 'The features, in the order of the list.',
  rel: 'Link relation.',
  href: 'URL of the target.',
  url: 'URL of the provider’s page.',

  // Products and values.
  name: 'Display name.',
  label: 'Display name.',
  title: 'Title of the target.',
  description: 'Description of the content.',
  product: 'Identifier of the product.',
  products: 'All products.',
  variable: 'Identifier of the model field.',
  variables: 'All fields of the model.',
  site: 'The radar, four letters.',
  sites: 'Radars, ordered by identifier.',
  models: 'All models.',
  units: 'Unit of the values; null if they have none.',
  value: 'Value in `units`; if null, `status` gives the reason.',
  values: 'Values, oldest first.',
  points: 'Values, in the order of the points in the request.',
  minzoom: 'Lowest available zoom level.',
  maxzoom: 'Highest available zoom level.',
  palette: 'Colour steps, by ascending value.',
  color: '`#rrggbb`; null if transparent.',
  interval_minutes: 'Minimum time between two frames, in minutes.',
  frames: 'Times of the frames as `YYYYMMDDHHMM` in UTC, oldest first.',
  resolution_km: 'Distance between neighbouring cells, in km.',
  year: 'Year of the number.',
  day: 'Day of the outlook: 1 is the day on which it was issued.',

  metadata: 'Data that are not tied to a feature.',

  // Where data comes from.
  sources: 'All data sources.',
  provider: 'Provider of the data.',
  attribution: 'Attribution to display with the data.',
  license: 'Licence of the data.',
  cadence_seconds: 'Interval between new data, in seconds.',
  age_seconds: 'Age of the newest data in seconds; null if there is none.',
  endpoints: 'Paths of the API that serve it.',
  simulated: 'Whether the data are simulated.',
};
