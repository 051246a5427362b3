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
  place: 'Where it was, in words.',
  wfo: 'Office of the National Weather Service, three letters.',
  wfos: 'Offices of the National Weather Service, three letters each.',
  office: 'Office of the National Weather Service, three letters.',
  time: 'The moment that it is of.',
  issued: 'When it was issued.',
  sent: 'When it was sent.',
  effective: 'From when on it may be acted upon.',
  onset: 'When what it warns of is expected to begin.',
  expires: 'Until when it is good.',
  ends: 'When what it warns of is expected to end.',
  valid_from: 'Begin of the time that it is for.',
  valid_to: 'End of the time that it is for.',
  latest_time: 'The newest as a time; null before there is any.',

  motion: 'How it moves; null where that is not told.',

  // GeoJSON.
  id: 'Its identifier; it stays the same.',
  geometry: 'Where it is; null where it has no shape of its own.',
  properties: 'What is known of it.',
  features: 'What was found, in the order of the list.',
  rel: 'What it leads to.',
  href: 'Its URL.',
  url: 'The page about it.',

  // Products and values.
  name: 'Its name for people.',
  label: 'Its name for people.',
  title: 'What is there, for people.',
  description: 'What it shows, in a sentence or some.',
  product: 'Identifier of the product.',
  products: 'All that there are.',
  variable: 'Identifier of the field of the model.',
  variables: 'All fields of the model that there are.',
  site: 'The radar, four letters.',
  sites: 'All radars, by their identifiers.',
  models: 'All models that there are.',
  units: 'Unit of the values; null where they have none.',
  value: 'The value there in `units`; null where `status` says why.',
  values: 'The values, oldest first.',
  points: 'The values, in the order in which the places were sent.',
  minzoom: 'Lowest zoom level that there are tiles of.',
  maxzoom: 'Highest zoom level that there are tiles of.',
  palette: 'The colours, from the lowest value on.',
  color: 'As `#rrggbb`; null where nothing is drawn.',
  interval_minutes: 'Least time between two frames, in minutes.',
  frames: 'Times of the frames as `YYYYMMDDHHMM` in UTC, oldest first.',
  resolution_km: 'Distance between neighbouring cells, in km.',
  year: 'The year that it is counted in.',
  day: 'Day of the outlook: 1 is the day on which it was issued.',

  metadata: 'What is said beside the features.',

  // Where data comes from.
  sources: 'All sources of data.',
  provider: 'Who gives the data.',
  attribution: 'Whom to name beside the data.',
  license: 'Under which terms the provider gives the data.',
  cadence_seconds: 'How often there is new data, in seconds.',
  age_seconds: 'Age of the newest data in seconds; null before there is any.',
  endpoints: 'Paths that serve it.',
  simulated: 'Whether this weather never happened.',
};
