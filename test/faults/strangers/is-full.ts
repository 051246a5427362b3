/** Whether attacks have their full size, as in `npm run test:faults -- strangers`: minutes each, on data of a year. */
export const isFull = process.env['SEVERE_STRANGERS'] === 'full';
