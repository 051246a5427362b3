/** What the values of a template are of its quantity, apart from a statistic over an interval. */
type Meaning =
  | 'plain'
  | 'member'
  | 'derived'
  | 'probability'
  | 'percentile'
  | 'quantile'
  | 'error'
  | 'area-statistic'
  | 'category'
  | 'other';

/** Octets of the common parts of a template of section 4. */
export interface Layout {
  meaning: Meaning;
  /** Unit of time and forecast time. */
  time: number;
  /** Whether the surfaces follow the time. */
  surfaces: boolean;
  /** Whether a list of satellite bands follows the time; its length moves what comes after it. */
  bands: boolean;
  /** Whether the type of a chemical or aerosol follows category and number. */
  constituent: boolean;
  /** End of the interval; after an empty list of bands, if there is one. */
  spanEnd?: number;
}

/** Templates with these octets. Templates with lists of variable length before them are left out. */
const layoutRows: [templates: number[], time: number, spanEnd?: number][] = [
  [[0, 1, 2, 3, 4, 5, 6, 7, 15, 32, 33, 51, 60, 86, 117, 119, 121, 128, 129, 130, 131, 132, 137, 1000, 1100], 18],
  [[34], 18, 27],
  [[1001], 18, 23],
  [[8, 105, 106, 107, 112, 123], 18, 35],
  [[10], 18, 36],
  [[12], 18, 37],
  [[11], 18, 38],
  [[87, 134], 18, 39],
  [[118], 18, 44],
  [[61], 18, 45],
  [[138], 18, 47],
  [[9], 18, 48],
  [[120, 122], 18, 53],
  [[14], 18, 65],
  [[13], 18, 69],
  [[40, 41], 20],
  [[42], 20, 37],
  [[43], 20, 40],
  [[76, 77], 21],
  [[78], 21, 38],
  [[79], 21, 41],
  [[70, 71, 89, 133], 23],
  [[72], 23, 40],
  [[73], 23, 43],
  [[90, 135], 23, 44],
  [[55, 56, 59], 24],
  [[62], 24, 41],
  [[63], 24, 44],
  [[99, 100, 101, 102, 142], 26],
  [[103, 104, 108, 109, 139], 29],
  [[110], 29, 46],
  [[111], 29, 49],
  [[45, 50], 31],
  [[46], 31, 48],
  [[47, 85], 31, 51],
  [[82], 32, 49],
  [[83, 84], 32, 52],
  [[48, 49], 42],
  [[80, 81, 113, 115, 124, 125], 43],
  [[114, 126], 43, 60],
  [[127], 43, 63],
  [[116], 43, 69],
];

/** Templates by what their values are. All that are not named here are `other`. */
const meaningRows: Partial<Record<Meaning, number[]>> = {
  plain: [0, 8, 32, 40, 42, 46, 48, 55, 62, 70, 72, 76, 78, 80, 82, 1000, 1001, 1100],
  member: [1, 11, 33, 34, 41, 43, 45, 47, 49, 59, 60, 61, 71, 73, 77, 79, 81, 83, 84, 85],
  derived: [2, 3, 4, 12, 13, 14],
  probability: [5, 9],
  percentile: [6, 10],
  quantile: [86, 87, 89, 90],
  error: [7],
  'area-statistic': [15],
  category: [51],
};

const meanings = new Map(
  Object.entries(meaningRows).flatMap(([meaning, templates]) =>
    templates.map((template): [number, Meaning] => [template, meaning as Meaning]),
  ),
);

/** Products of satellites, spectra of waves, and sections. */
const templatesWithoutSurfaces = [32, 33, 34, 99, 100, 101, 102, 142, 1000, 1001];
const templatesWithBands = [32, 33, 34];
const templatesOfConstituents = [40, 41, 42, 43, 45, 46, 47, 48, 49, 50, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85];

/** Layouts by template; of other templates only category and number are read. */
export const layouts = new Map(
  layoutRows.flatMap(([templates, time, spanEnd]) =>
    templates.map((template): [number, Layout] => {
      const layout = {
        meaning: meanings.get(template) ?? 'other',
        time,
        surfaces: !templatesWithoutSurfaces.includes(template),
        bands: templatesWithBands.includes(template),
        constituent: templatesOfConstituents.includes(template),
        spanEnd,
      };
      return [template, layout];
    }),
  ),
);
