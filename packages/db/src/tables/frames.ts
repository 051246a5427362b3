/** A frame that is whole and visible. The row is the only thing that readers look at. */
export interface Frame {
  id: number;
  family: string;
  product: string;
  runAt: Date | null;
  validAt: Date;
  publishedAt: Date;
  /** Null for a product that is kept for point values alone. */
  tilesKey: string | null;
  tilesBytes: number;
  valuesKey: string;
  valuesBytes: number;
  /** Made from the simulated weather; never shown to a service that runs on the real one. */
  simulated: boolean;
}

export type NewFrame = Omit<Frame, 'id'>;

/** The frames table, as the rest of the house sees it. `simulated` was fixed when the database was opened. */
export interface Frames {
  /** False when that frame (family, product, run, time) exists already: then nothing is changed. */
  insert(frame: NewFrame): Promise<boolean>;
  /** Every visible frame of a family, oldest first: by product, run and time. A few thousand rows at most. */
  all(family: string): Promise<Frame[]>;
  find(family: string, product: string, runAt: Date | null, validAt: Date): Promise<Frame | undefined>;
  /** Removes the rows of a product that are older than `keepMs` before its newest one, and gives them back. */
  removeOld(family: string, product: string, keepMs: number): Promise<Frame[]>;
  /** Removes all rows of a family whose run is not among its newest `keep` runs, and gives them back. */
  removeOldRuns(family: string, keep: number): Promise<Frame[]>;
  /** Whether any row, simulated or not, names this object. */
  namesObject(key: string): Promise<boolean>;
}
