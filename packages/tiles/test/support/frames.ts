import type { Database, Frame, FrameChanges, Frames } from '@severe/db';

/** The frames table in memory: what the tile server reads of it. `away` makes every read fail. */
export class TestFrames {
  rows: Frame[] = [];
  away = false;
  reads = 0;
  /** Looks at what has changed. */
  looks = 0;
  /** The rows at each position. */
  readonly #past: Frame[][] = [];

  readonly table: Pick<Frames, 'after' | 'all' | 'find'> = {
    after: async (family, product, id) =>
      this.#read(() =>
        this.rows
          .filter((row) => row.family === family && row.product === product && row.id > id)
          .toSorted((a, b) => a.validAt.getTime() - b.validAt.getTime()),
      ),
    all: async (family) => this.#read(() => this.rows.filter((row) => row.family === family)),
    find: async (family, product, runAt, validAt) =>
      this.#read(() =>
        this.rows.find(
          (row) =>
            row.family === family &&
            row.product === product &&
            row.runAt?.getTime() === runAt?.getTime() &&
            row.validAt.getTime() === validAt.getTime(),
        ),
      ),
  };

  readonly changes: FrameChanges = {
    position: async () => this.#read(() => String(this.#past.push(this.rows.slice()) - 1)),
    since: async (position) =>
      this.#read(() => {
        this.looks++;
        const before = this.#past[Number(position)];
        const left = (rows: Frame[], others: Frame[]) =>
          rows.filter(({ id }) => !others.some((each) => each.id === id));
        const next = String(this.#past.push(this.rows.slice()) - 1);
        return before && { added: left(this.rows, before), removed: left(before, this.rows), position: next };
      }),
  };

  readonly db = { frames: this.table, frameChanges: this.changes } as Database;

  #read<T>(rows: () => T): T {
    this.reads++;
    if (this.away) throw new Error('the database is away');
    return rows();
  }
}

let nextId = 1;

/** A row; only what a test is about needs to be said. */
export function frameRow(more: Partial<Frame> & Pick<Frame, 'validAt'>): Frame {
  const { family = 'radar', product = 'composite-reflectivity', runAt = null } = more;
  const id = nextId++;
  const folder = `frames/${family}/${product}/${id}`;
  return {
    id,
    family,
    product,
    runAt,
    publishedAt: new Date(more.validAt.getTime() + 90_500),
    tilesKey: `${folder}/tiles.pmtiles`,
    tilesBytes: 1000,
    valuesKey: `${folder}/values.tif`,
    valuesBytes: 1000,
    simulated: true,
    ...more,
  };
}
