/** A bulletin that is served as it was written. */
export interface TextProductRow {
  /** The id of api.weather.gov, or time, office, heading and product joined where the text came another way. */
  id: string;
  /** `AFD`, `HWO`. */
  product: string;
  /** Three letters. */
  office: string;
  /** `FXUS64`. */
  wmo: string;
  /** `CCA`, `AAA` …: what the heading says of a correction or an amendment. */
  amendment: string | null;
  issuedAt: Date;
  text: string;
}

/** One line of a list of bulletins, newest first; its text is fetched by its id. */
export type TextListingRow = Omit<TextProductRow, 'amendment' | 'text'>;
