/**
 * One step of the schema: plain SQL, run once, in a transaction with the others that are due. It must run on
 * PostgreSQL 15 with PostGIS 3.3 and on the embedded engine alike.
 */
export interface Migration {
  name: string;
  sql: string;
}
