/** Variables that a preset of `SOURCES` sets, unless they are given. */
type Preset = Readonly<Record<string, string> & { SOURCES: string }>;

/**
 * What an installation follows, by the name in `SOURCES`. `docs/operating.md` has the bytes that each one takes; the catalogue
 * tests that the names exist.
 */
export const presets: Readonly<Record<'home' | 'standard' | 'all', Preset>> = {
  home: {
    SOURCES: [
      'alerts',
      'outlooks',
      'watches',
      'discussions',
      'reports',
      'observations',
      'tropical',
      'eros',
      'text',
      'forecast',
      'radar',
      'hrrr',
      'satellite',
      'counties',
      'facilities',
      'places',
    ].join(),
    SATELLITE_PRODUCTS: 'ir',
    HRRR_FIELDS: 't2m,td2m,wind10m,wind10m-direction,gust,cape,precip-1h',
    HRRR_HOURS: '18',
    HRRR_EVERY_HOURS: '3',
  },
  standard: { SOURCES: '' },
  all: { SOURCES: '', NEXRAD_SITES: 'all', MODELS: 'hrrr,rrfs' },
};

/** The variables with those of the preset that `SOURCES` names. An empty one counts as absent. */
export function withPreset(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const { SOURCES: name } = env;
  if (name === undefined || !Object.hasOwn(presets, name)) return env;
  const preset = presets[name as keyof typeof presets];
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  return { ...preset, ...Object.fromEntries(given), SOURCES: preset.SOURCES };
}
