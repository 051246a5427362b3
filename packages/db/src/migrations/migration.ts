/**
 * One step of the schema: plain SQL that runs once, in a transaction with the other pending steps. It must run on
 * PostgreSQL 15 with PostGIS 3.3 and on the embedded engine.
 */
export interface Migration {
  name: string;
  sql: string;
  /**
   * The migration removes what releases of older generations need: it runs by `severe migrate --contract` alone, and after it only
   * processes of this generation or a later one start.
   */
  contract?: { oldest: number };
}
