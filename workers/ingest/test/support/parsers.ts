// Parsers of the providers’ formats, for tests of what is made in these formats.
export { bundledCounties } from '../../src/feeds/counties/read-counties.ts';
export { parseGridForecast, parsePeriods } from '../../src/feeds/forecast/parse-grid.ts';
export { parseGridPoint } from '../../src/feeds/forecast/parse-point.ts';
export { parseIemObservations } from '../../src/feeds/observations/parse-iem.ts';
export { parseMetarCache } from '../../src/feeds/observations/parse-metar.ts';
export { parseIemSoundings } from '../../src/feeds/soundings/parse-iem.ts';
export { parseIgraSoundings } from '../../src/feeds/soundings/parse-igra.ts';
export { parseUwyoSounding } from '../../src/feeds/soundings/parse-uwyo.ts';
