/** Category, number, id, units, name. */
export type ParameterRow = [category: number, number: number, id: string, units: string, name: string];

/** Rows by discipline. */
export type ParameterTable = Record<number, ParameterRow[]>;
