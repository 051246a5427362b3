import { simulatedBulletins, simulatedPage } from '../support/simulated.ts';

/** Why something simulated differs from what is real. */
export type Difference = [pattern: RegExp, reason: string];

/** A real payload, and what the simulator sends in its place. */
export interface Comparison {
  /** Feeds that read this form. */
  feeds: string[];
  /** Files of real payloads, below `data` of the shared folder. */
  real: string[];
  form:
    | { kind: 'json'; member?: string; simulated(): unknown[] }
    | { kind: 'columns'; simulated(): string[] }
    | { kind: 'lines'; lines: Record<string, RegExp>; simulated(): string[] };
  differences: Difference[];
}

/** A moment of the simulated storm day at which every provider has something. */
const at = new Date('2026-05-20T22:18:00Z');

function page(url: string): string {
  const body = simulatedPage(url, at);
  if (body === undefined) throw new Error(`nothing is simulated at ${url}`);
  return body;
}
const json = (url: string): unknown => JSON.parse(page(url));
const bulletins = (code: string, awips: RegExp): string[] =>
  simulatedBulletins(code, at)
    .map(({ text }) => text)
    .filter((text) => awips.test(text));
const api = 'https://api.weather.gov';
const layer = (number: number): unknown =>
  json(`https://mapservices.weather.noaa.gov/tropical/rest/services/tropical/NHC_tropical_weather_summary/MapServer/${number}/query`); // prettier-ignore
const outlook = (name: string): unknown => json(`https://www.spc.noaa.gov/products/${name}.lyr.geojson`);

const cell = (): string => {
  const { properties } = json(`${api}/points/35.2,-97.4`) as { properties: Record<string, string | number> };
  return `${api}/gridpoints/${properties.gridId}/${properties.gridX},${properties.gridY}`;
};
const firstText = (code: string): unknown => {
  const { '@graph': listed } = json(`${api}/products?type=${code}`) as { '@graph': { id: string }[] };
  return json(`${api}/products/${listed[0].id}`);
};

const unread = 'no feed reads it';
const names = 'a name of a person, a place or an office, which are no closed list';
const ofTheDay = 'the real sample has the weather of its day only';

/** Every form that has a real payload. */
export const comparisons: Comparison[] = [
  {
    feeds: ['spc-outlooks'],
    real: ['upstream/outlooks/day1otlk_cat.nolyr.geojson', 'upstream/outlooks/day2otlk_cat.nolyr.geojson', 'upstream/outlooks/day4prob.nolyr.geojson'], // prettier-ignore
    form: {
      kind: 'json',
      simulated: () => ['outlook/day1otlk_cat', 'outlook/day2otlk_cat', 'exper/day4-8/day4prob'].map(outlook),
    },
    differences: [[/FORECASTER/, names]],
  },
  {
    feeds: ['spc-outlooks'],
    real: ['field-2026-11/outlooks/spc-cig/04_day1_hail.json', 'field-2026-11/outlooks/spc-cig/07_day1_cighail.json', 'field-2026-11/outlooks/spc-cig/06_day1_cigtorn.json', 'field-2026-11/outlooks/spc-cig/03_day1_torn.json'], // prettier-ignore
    form: { kind: 'json', simulated: () => ['hail', 'cighail'].map((name) => outlook(`outlook/day1otlk_${name}`)) },
    differences: [
      [/FORECASTER/, names],
      [/geometry\.geometries|geometry\.coordinates/, 'an area of the day, or the empty geometry of none'],
      [/geometry\.type: MultiPolygon/, 'SPC sends either form of an area'],
    ],
  },
  {
    feeds: ['spc-watches'],
    real: ['upstream/watches/iem_spc_watch_2024-04-26.geojson'],
    form: { kind: 'json', simulated: () => [json('https://mesonet.agron.iastate.edu/json/spcwatch.py')] },
    differences: [],
  },
  {
    feeds: ['local-reports'],
    real: ['upstream/reports/iem_lsr_2024-04-26.geojson'],
    form: { kind: 'json', simulated: () => [json('https://mesonet.agron.iastate.edu/geojson/lsr.geojson?hours=12')] },
    differences: [[/\.(?:wfo|source): /, names]],
  },
  {
    feeds: ['spc-reports'],
    real: ['upstream/reports/spc_180615_rpts_filtered_torn.csv', 'upstream/reports/spc_180615_rpts_filtered_hail.csv'],
    form: {
      kind: 'columns',
      simulated: () =>
        page('https://www.spc.noaa.gov/climo/reports/260520_rpts.csv')
          .split('\n')
          .filter((line) => line.startsWith('Time,')),
    },
    differences: [
      [/Speed/, 'the real files are those of tornadoes and of hail; the simulated one has all three tables'],
    ],
  },
  {
    feeds: ['nhc-storms'],
    real: ['upstream/tropical/nhc_CurrentStorms_2026-08-02.json', 'field-2026-11/tropical/CurrentStorms_2026-08-22T18Z.json'], // prettier-ignore
    form: { kind: 'json', simulated: () => [json('https://www.nhc.noaa.gov/CurrentStorms.json')] },
    differences: [[/\.name: /, names]],
  },
  {
    feeds: ['nhc-storms'],
    real: ['field-2026-11/tropical/summary_forecastPoints.geojson'],
    form: { kind: 'json', simulated: () => [layer(5)] },
    differences: [
      [/stormname/, names],
      [/basin: AL|timezone: AST/, 'the simulated cyclone is in the Atlantic, the real one in the Pacific'],
    ],
  },
  {
    feeds: ['nhc-storms'],
    real: ['field-2026-11/tropical/summary_forecastTrack.geojson'],
    form: { kind: 'json', simulated: () => [layer(6)] },
    differences: [
      [/stormname/, names],
      [/basin: AL/, 'the simulated cyclone is in the Atlantic, the real one in the Pacific'],
      [/stormtype/, ofTheDay],
    ],
  },
  {
    feeds: ['nhc-storms'],
    real: ['field-2026-11/tropical/summary_cone.geojson'],
    form: { kind: 'json', simulated: () => [layer(7)] },
    differences: [
      [/stormname/, names],
      [/basin: AL/, 'the simulated cyclone is in the Atlantic, the real one in the Pacific'],
      [/stormtype/, ofTheDay],
      [/geometry\.type: Polygon/, 'the real cone is cut at 180°'],
    ],
  },
  {
    feeds: ['nhc-outlook'],
    real: ['field-2026-11/tropical/layer3_2026-08-09.geojson'],
    form: { kind: 'json', simulated: () => [layer(3)] },
    differences: [],
  },
  {
    feeds: ['nhc-outlook'],
    real: ['field-2026-11/tropical/nhc-pacific/TWOAT.xml', 'field-2026-11/tropical/nhc-pacific/TWOEP.xml', 'field-2026-11/tropical/nhc-pacific/TWOCP.xml'], // prettier-ignore
    form: {
      kind: 'lines',
      simulated: () => ['AT', 'EP', 'CP'].map((basin) => page(`https://www.nhc.noaa.gov/xml/TWO${basin}.xml`)),
      lines: {
        channel: /<channel>\s*<title>(?:Atlantic|Eastern Pacific|Central Pacific) Tropical Weather Outlook<\/title>/,
        'item with a logo': /<item>\s*<title>[^<]* Tropical Weather Outlook<\/title>\s*<description>NOAA logo<\/description>/, // prettier-ignore
        'item with a text': /<pubDate>\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000<\/pubDate>\s*<description><!\[CDATA\[/, // prettier-ignore
        'lines by a break': /<br \/>/,
        'product of the text': /TWO(?:AT|EP|CP) ?<br/,
        'waters of the Atlantic': /For the North Atlantic\.\.\.Caribbean Sea and the Gulf of America:/,
        'waters of the Pacific': /For the eastern and central North Pacific east of 180 longitude:/,
        'number of a disturbance': /\((?:AL|EP|CP)\d\d\):/,
        'chance in two days': /\* Formation chance through 48 hours\.\.\.\w+\.\.\.(?:near )?\d+ percent\./,
        'chance in seven days': /\* Formation chance through 7 days\.\.\.\w+\.\.\.(?:near )?\d+ percent\./,
        'active systems': /Active Systems:/,
      },
    },
    differences: [[/active systems/, 'no cyclone was in the real bulletin']],
  },
  {
    feeds: ['nws-text', 'spc-watch-probabilities', 'spc-watch-bulletins', 'spc-outlook-bulletins', 'spc-discussion-bulletins', 'nhc-advisory-bulletins', 'wpc-ero-bulletins', 'nws-survey-statements'], // prettier-ignore
    real: ['upstream/text/nws_products_types_AFD_locations_OKX.json'],
    form: { kind: 'json', simulated: () => [json(`${api}/products?type=AFD`)] },
    differences: [[/issuingOffice/, names]],
  },
  {
    feeds: ['nws-text'],
    real: ['upstream/text/nws_product_07330a8f-cd88-4337-902e-24f91ad7371c.json', 'upstream/text/nws_product_b60036c1-2f33-429f-b44e-12771d698985.json'], // prettier-ignore
    form: { kind: 'json', simulated: () => [firstText('AFD')] },
    differences: [[/issuingOffice/, names]],
  },
  {
    feeds: ['spc-watch-bulletins', 'spc-watch-probabilities'],
    real: ['upstream/watches/text/WWP_WWP9.txt', 'upstream/watches/text/SAW_SAW3.txt', 'upstream/watches/text/SEL_SEL9.txt'], // prettier-ignore
    form: {
      kind: 'lines',
      simulated: () => ['WWP', 'SAW', 'SEL'].flatMap((code) => bulletins(code, /./)),
      lines: {
        'heading of WWP': /^WWUS40 KWNS \d{6}\s*\nWWP\d/m,
        'number of WWP': /^(?:WT|WS) \d{4}(?: PDS)?\s*$/m,
        'table of probabilities': /^PROB OF 1 OR MORE STRONG \/EF2-EF5\/ TORNADOES +: +[<>]?\d\d%/m,
        'table of attributes': /^MAX WIND GUSTS SURFACE \/KNOTS\/ +: +\d+/m,
        'particular danger': /^PARTICULARLY DANGEROUS SITUATION +: (?:YES|NO)/m,
        'heading of SAW': /^WWUS30 KWNS \d{6}\s*\nSAW\d/m,
        'line of SAW': /^WW \d+ (?:TORNADO|SEVERE TSTM) (?:[A-Z]{2} )+\d{6}Z - \d{6}Z/m,
        'axis of SAW': /^AXIS\.\.\d+ STATUTE MILES/m,
        'hail and wind of SAW': /^HAIL SURFACE AND ALOFT\.\.[\d.]+ INCH(?:ES)?\. WIND GUSTS\.\.\d+ KNOTS\./m,
        'outline of SAW': /^LAT\.\.\.LON(?: \d{8}){4}/m,
        'heading of SEL': /^WWUS20 KWNS \d{6}\s*\nSEL\d/m,
        'states of SEL': /^[A-Z]{2}[CZ]000-(?:[A-Z]{2}[CZ]000-)*\d{6}-/m,
        'title of SEL': /^(?:Tornado|Severe Thunderstorm) Watch Number \d+/m,
        'effect of SEL': /^\* Effective (?:this \w+(?: \w+)* )?from \d+\s+[AP]M\s+until\s+\d+\s+[AP]M\s+[A-Z]{3}\./m,
        'aviation of SEL': /^AVIATION\.\.\..*hail surface and aloft to/m,
      },
    },
    differences: [[/axis of SAW/, unread]],
  },
  {
    feeds: ['spc-outlook-bulletins'],
    real: ['upstream/outlooks/text/SPCPTS_PTSDY1.txt', 'upstream/outlooks/text/SPCPTS_PTSDY2.txt', 'upstream/outlooks/text/SPCPTS_PTSDY3_CIG1.txt', 'upstream/outlooks/text/SPCPTS_PTSD48.txt'], // prettier-ignore
    form: {
      kind: 'lines',
      simulated: () => bulletins('PTS', /./),
      lines: {
        'heading of day 1': /^WUUS01 KWNS \d{6}\s*\nPTSDY1/m,
        'heading of day 3': /^WUUS03 KWNS \d{6}\s*\nPTSDY3/m,
        'heading of days 4 to 8': /^WUUS48 KWNS \d{6}\s*\nPTSD48/m,
        'valid time': /^VALID TIME \d{6}Z - \d{6}Z/m,
        'title of a hazard': /^\.\.\. (?:TORNADO|HAIL|WIND) \.\.\./m,
        'title of categories': /^\.\.\. CATEGORICAL \.\.\./m,
        'any severe': /^\.\.\. ANY SEVERE \.\.\./m,
        'section of a day': /^SEVERE WEATHER OUTLOOK POINTS DAY \d/m,
        'label and positions': /^(?:0\.\d\d|SLGT|TSTM) +\d{8}(?: \d{8})*/m,
        'more positions': /^ {7,8}\d{8}/m,
        'hatched area': /^CIG1 +\d{8}/m,
        'end of a section': /^&&/m,
      },
    },
    differences: [],
  },
  {
    feeds: ['spc-discussion-bulletins', 'spc-discussions'],
    real: ['upstream/discussions/text/MCD_MPD_SWOMCD_tags.txt', 'upstream/discussions/text/MCD_MPD_SWOMCDprob.txt'],
    form: {
      kind: 'lines',
      simulated: () => bulletins('SWO', /^SWOMCD/m),
      lines: {
        heading: /^ACUS11 KWNS \d{6}\s*\nSWOMCD/m,
        number: /^Mesoscale Discussion \d+/im,
        areas: /^Areas affected\.\.\./im,
        concerning: /^Concerning\.\.\./im,
        validity: /^Valid \d{6}Z - \d{6}Z/im,
        probability: /^Probability of Watch Issuance\.\.\.\d+ percent/im,
        offices: /^ATTN\.\.\.WFO\.\.\.[A-Z]{3}\.\.\./m,
        outline: /^LAT\.\.\.LON +\d{8}/m,
        'peak of wind': /^MOST PROBABLE PEAK WIND GUST\.\.\./m,
        'peak of hail': /^MOST PROBABLE PEAK HAIL SIZE\.\.\./m,
        'peak of tornadoes': /^MOST PROBABLE PEAK TORNADO INTENSITY\.\.\./m,
      },
    },
    differences: [],
  },
  {
    feeds: ['nhc-advisory-bulletins'],
    real: ['upstream/tropical/text/TCPAT4.txt', 'upstream/tropical/text/TCPAT1.txt'],
    form: {
      kind: 'lines',
      simulated: () => bulletins('TCP', /./),
      lines: {
        heading: /^WTNT3\d KNHC \d{6}\s*\nTCPAT\d/m,
        title: /^.* Advisory Number +\d+[A-Z]?/im,
        'number of the storm': /\bAL\d{6}\b/,
        summary: /^SUMMARY OF \d+ [AP]M [A-Z]{3}\.\.\.\d{4} UTC\.\.\.INFORMATION/m,
        location: /^LOCATION\.\.\.[\d.]+[NS] [\d.]+[EW]/m,
        winds: /^MAXIMUM SUSTAINED WINDS\.\.\.\d+ MPH/m,
        movement: /^PRESENT MOVEMENT\.\.\.[A-Z]+ OR \d+ DEGREES AT \d+ MPH/m,
        pressure: /^MINIMUM CENTRAL PRESSURE\.\.\.\d+ MB/m,
        'watches and warnings': /^WATCHES AND WARNINGS/m,
      },
    },
    differences: [[/watches and warnings/, unread]],
  },
  {
    feeds: ['wpc-ero-bulletins'],
    real: ['upstream/ero/text/ERO_RBG94E.txt', 'upstream/ero/text/ERO_RBG98E.txt'],
    form: {
      kind: 'lines',
      simulated: () => bulletins('RBG', /./),
      lines: {
        heading: /^MENU9\d KWNH \d{6}\s*\nRBG9\dE|^MENC9\d KWNH \d{6}\s*\nRBG9\dE/m,
        validity: /^Valid \d\d(?:\d\d)?Z \w{3} \w{3} \d\d? \d{4} - \d\dZ \w{3} \w{3} \d\d? \d{4}/m,
        area: /^(?:MARGINAL|SLIGHT|MODERATE) RISK OF RAINFALL EXCEEDING FFG TO THE RIGHT OF A LINE FROM/m,
        waypoints: /\d+ [NESW]{1,3} [A-Z0-9]{3,4} \d+ [NESW]{1,3} [A-Z0-9]{3,4}/,
        'another line': /\.\.\.CONT\.\.\./,
      },
    },
    differences: [[/another line/, 'the areas of the real samples have one line each']],
  },
  {
    feeds: ['nws-survey-statements'],
    real: ['upstream/damage/text/PNS_PNS_damage.txt'],
    form: {
      kind: 'lines',
      simulated: () => bulletins('PNS', /./),
      lines: {
        heading: /^NOUS4\d K[A-Z]{3} \d{6}\s*\nPNS[A-Z]{3}/m,
        title: /^\.[^.\n]+\.\.\.[^\n]+, [A-Z]{2}/m,
        rating: /^Rating: +EF\d/m,
        wind: /^Estimated Peak Wind: +\d+ mph/m,
        length: /^Path Length \/statute\/: +[\d.]+ miles/m,
        width: /^Path Width \/maximum\/: +[\d.]+ yards/m,
        date: /^Start Date: +\d\d\/\d\d\/\d{4}/m,
        time: /^Start Time: +\d\d:\d\d [AP]M [A-Z]{3}/m,
        place: /^Start Location: +.+ \/ .+ \/ [A-Z]{2}/m,
        start: /^Start Lat\/Lon: +[\d.]+ \/ -[\d.]+/m,
        end: /^End Lat\/Lon: +[\d.]+ \/ -[\d.]+/m,
        summary: /^(?:Survey )?Summary:/m,
        zones: /^[A-Z]{2}[CZ]\d{3}[->]/m,
      },
    },
    differences: [[/zones/, unread]],
  },
  {
    feeds: ['dat-tracks'],
    real: ['upstream/damage/dat_track_moore_2013-05-20.geojson'],
    form: {
      kind: 'json',
      simulated: () => [json(`https://services.dat.noaa.gov/arcgis/rest/services/nws_damageassessmenttoolkit/DamageViewer/FeatureServer/1/query?where=${encodeURIComponent("stormdate BETWEEN timestamp '2016-05-20 22:18:00' AND timestamp '2026-05-20 22:18:00'")}`)], // prettier-ignore
    },
    differences: [
      [/\.(?:start|end)(?:lat|lon|time)$|event_id/, 'members of the layer that the trimmed sample lacks'],
      [/\.wfo: /, names],
    ],
  },
  {
    feeds: ['iem-soundings'],
    real: ['upstream/soundings/iem_raob_KOUN_199905040000.json'],
    form: { kind: 'json', simulated: () => [json('https://mesonet.agron.iastate.edu/json/raob.py?ts=2026-05-20T12:00:00Z')] }, // prettier-ignore
    differences: [],
  },
  {
    feeds: ['uwyo-soundings'],
    real: ['upstream/soundings/uwyo_OUN_19990504_00.csv'],
    form: {
      kind: 'columns',
      simulated: () => page('https://weather.arcc.uwyo.edu/wsgi/sounding?type=TEXT:CSV&datetime=2026-05-20%2012:00:00&id=72357').split('\n', 1), // prettier-ignore
    },
    differences: [[/humidity|ice|mixing ratio/, unread]],
  },
  {
    feeds: ['nws-observations'],
    real: ['field-2026-11/observations/metars.cache.2026.csv'],
    form: {
      kind: 'columns',
      simulated: () => page('https://aviationweather.gov/data/cache/metars.cache.csv.gz').split('\n').filter((line) => line.startsWith('raw_text,')), // prettier-ignore
    },
    differences: [],
  },
  {
    feeds: ['nws-stations'],
    real: ['upstream/observations/nws_gridpoint_stations_ALY.json'],
    form: { kind: 'json', simulated: () => [json(`${api}/stations?id=KOUN,KOKC&limit=500`)] },
    differences: [
      [/@context|pagination/, unread],
      [/distance|bearing/, 'the real list is of a grid cell, the requested one of station names'],
      [/fireWeatherZone|forecast$/, 'the simulated country has no zones besides counties'],
      [/timeZone|\.provider|@context/, names],
    ],
  },
  {
    feeds: ['nws-forecasts'],
    real: ['upstream/forecast/points_42.745,-73.752.json'],
    form: { kind: 'json', simulated: () => [json(`${api}/points/35.2,-97.4`)] },
    differences: [
      [/@context|astronomicalData|nwr|relativeLocation/, unread],
      [/fireWeatherZone|forecastZone/, 'the simulated country has no zones besides counties'],
      [/(?:cwa|gridId|timeZone|radarStation): /, names],
    ],
  },
  {
    feeds: ['nws-forecasts'],
    real: ['upstream/forecast/gridpoints_ALY_71,67.json'],
    form: { kind: 'json', simulated: () => [json(cell())] },
    differences: [
      [/gridId: /, names],
      [/^- (?:@context|properties\.(?:@id|elevation)$)/, unread],
      [/^- properties\.\w+$/, 'a layer that no feed reads'],
    ],
  },
  {
    feeds: ['nws-forecasts'],
    real: ['upstream/forecast/gridpoints_ALY_71,67_hourly.json'],
    form: { kind: 'json', simulated: () => [json(`${cell()}/forecast/hourly`)] },
    differences: [
      [/@context|elevation|icon|isDaytime|temperatureTrend|validTimes/, unread],
      [/forecastGenerator/, 'says that it is simulated'],
      [/shortForecast: /, 'a sentence of the forecaster, served as it is'],
    ],
  },
  {
    feeds: ['nwps-gauges', 'nwps-thresholds'],
    real: ['field-2026-11/gauges/nwps_FIHM1_2024-03-28.json'],
    form: {
      kind: 'json',
      simulated() {
        const url = 'https://api.water.noaa.gov/nwps/v1/gauges';
        const { gauges } = json(`${url}?bbox.xmin=-100&bbox.ymin=20&bbox.xmax=-90&bbox.ymax=50`) as { gauges: { lid: string }[] }; // prettier-ignore
        return gauges.slice(0, 6).map(({ lid }) => json(`${url}/${lid}`));
      },
    },
    differences: [
      [/inService/, 'a member of the page that the excerpt lacks'],
      [/datum|reachId/, unread],
      [/(?:county|abbreviation|name): /, names],
      [/floodCategory: |flowUnits: /, ofTheDay],
    ],
  },
  {
    feeds: ['usgs-gauges'],
    real: ['upstream/gauges/usgs_iv_01646500_02458502_2020-08-18.json'],
    form: { kind: 'json', simulated: () => [json('https://waterservices.usgs.gov/nwis/iv/?format=json&stateCd=ok&parameterCd=00060,00065,00010')] }, // prettier-ignore
    differences: [[/^- /, unread]],
  },
  {
    feeds: ['usgs-latest'],
    real: ['upstream/gauges/usgs_waterdata_ogc_collections.json'],
    form: {
      kind: 'json',
      member: 'latest-continuous',
      simulated: () => [json('https://api.waterdata.usgs.gov/ogcapi/v1/collections/latest-continuous/items?parameter_code=00065')], // prettier-ignore
    },
    differences: [[/links/, 'the links of a page, which the excerpt lacks']],
  },
  {
    feeds: ['nws-alerts'],
    real: ['upstream/alerts/nws_active_2026-07-15.json'],
    form: { kind: 'json', simulated: () => [json(`${api}/alerts/active`)] },
    differences: [
      [/^- .*parameters/, 'a parameter of other kinds of alerts than are simulated at that moment'],
      [/^\+ .*tornadoDetection/, 'the real day has no tornado warning'],
      [/(?:event|severity): |eventCode/, 'the real day has no tornado'],
    ],
  },
];

/** Forms with a real payload that has no text, which a test of its own compares. */
export const binaryForms: Record<string, string> = {
  'glm-east': 'upstream/goes/glm_g19_day.nc',
  'glm-west': 'upstream/goes/glm_g19_day.nc',
  goes: 'field-2026-11/raster/OR_ABI-L2-MCMIPM1-M6_G18_s20260011200204.nc',
  hrrr: 'upstream/hrrr/20221014_hrrr.t09z.wrfsfcf05.grib2.idx',
  mrms: 'upstream/mrms/MRMS_MergedReflectivityQCComposite_00.50_20220704-110040.grib2',
  nexrad: 'upstream/nexrad/KLOT20220317_000842_V06',
};

/** Feeds whose data are not of a provider: bundled with the service, or of the simulated world alone. */
export const withoutProvider = ['counties', 'places', 'simulated-facilities'];
