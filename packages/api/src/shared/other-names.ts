/**
 * Names that other weather APIs have for what the common parameters do: api.weather.gov, the Iowa Environmental Mesonet,
 * Xweather, OpenWeather, Synoptic, Tomorrow.io, the Geological Survey and the Aviation Weather Center. A request with one of
 * them is refused with a hint, because ignoring it would answer for the whole nation. Letters of any case are recognised.
 */
export const otherNames = {
  bbox: words('west south east north minlat minlon maxlat maxlon bounds extent boundingbox box'),
  point: words('lat lon latitude longitude lng long location loc p q latlon latlng coordinates coords center near'),
  radius: words('distance dist maxdistance radius_km radius_mi'),
  state: words('area states statecd st province'),
  wfo: words('office cwa wfos'),
  start: words(
    'sts from starttime start_time startts startdate start_date startdt begin begints begintime since after date year ' +
      'period recent within minutes hours days',
  ),
  end: words('ets to endtime end_time endts enddate end_date enddt until before'),
  asOf: words('time datetime valid at'),
  limit: words('count per_page pagesize page_size maxresults max_results rows'),
  offset: words('page skip cursor startindex start_index'),
  station: words('stid stids stations stationid station_id ids icao site sites'),
};

function words(list: string): string[] {
  return list.split(' ');
}

/** The same hint for each of these names. */
export function hintFor(names: readonly string[], hint: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, hint]));
}
