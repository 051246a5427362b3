/** Whether the reader has asked the browser to use few data; not every browser knows it. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
