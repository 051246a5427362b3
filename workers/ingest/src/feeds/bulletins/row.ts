/** A bulletin with its original text. */
export interface TextProductRow {
  /** Id of api.weather.gov; for other sources, time, office, heading and product. */
  id: string;
  /** `AFD`, `HWO`. */
  product: string;
  /** Three letters. */
  office: string;
  /** `FXUS64`. */
  wmo: string;
  /** `CCA`, `AAA` …: correction or amendment in the heading. */
  amendment: string | null;
  issuedAt: Date;
  text: string;
}

/** An entry of a list of bulletins, newest first. Its text is fetched by id. */
export type TextListingRow = Omit<TextProductRow, 'amendment' | 'text'>;
