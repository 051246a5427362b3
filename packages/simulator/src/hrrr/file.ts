import { modelIds, models, type Model, type ModelId } from '@severe/catalogue';
import {
  encodeGrib2,
  hrrrGrid,
  hrrrOrigin,
  withHeadings,
  type Grib2Input,
  type ProductInput,
} from '@severe/grib2/write';
import { clamp } from '../model/curves.ts';
import { modelGrid } from './grid.ts';
import type { ModelHour } from './model-hour.ts';
import { modelRecordsOf, type ModelRecord, type Span } from './records.ts';

/** A record with its position in the file. */
export interface PlacedRecord {
  record: ModelRecord;
  /** Offset of its first byte in the file. */
  start: number;
  size: number;
}

/** Positions of the records of a forecast hour. The analysis (hour 0) has no records of a period. */
export function layoutOf({ id }: Model, lead: number): PlacedRecord[] {
  return lead > 0 ? layouts[id].forecast : layouts[id].analysis;
}

/** Length of a file with that layout, bytes. */
export function fileSize(layout: PlacedRecord[]): number {
  return layout.reduce((total, { size }) => total + size, 0);
}

/** The index of a file: one line `number:offset:d=YYYYMMDDHH:parameter:level:time:` for each record. */
export function indexText(model: Model, run: number, lead: number): string {
  const date = new Date(run).toISOString().replace(/\D/g, '').slice(0, 10);
  const lines = layoutOf(model, lead).map(({ record: { parameter, level, span }, start }, i) =>
    [i + 1, start, `d=${date}`, parameter, level, spanText[span](lead), ''].join(':'),
  );
  return `${lines.join('\n')}\n`;
}

const spanText: Record<Span, (lead: number) => string> = {
  instant: (lead) => (lead === 0 ? 'anl' : `${lead} hour fcst`),
  'hour-max': (lead) => `${lead - 1}-${lead} hour max fcst`,
  'hour-sum': (lead) => `${lead - 1}-${lead} hour acc fcst`,
  'run-sum': (lead) => `0-${lead} hour acc fcst`,
};

/** Octets of sections 0, 1, 3, 5, 6 and 8 together, equal in every record. */
const fixedOctets = 16 + 21 + 81 + 21 + 6 + 4;

/** Length of a record, octets. Only sections 4 (template 4.0 or 4.8) and 7 vary. */
function messageSize({ span, packing: { bits } }: ModelRecord): number {
  return fixedOctets + (span === 'instant' ? 34 : 58) + 5 + Math.ceil((modelGrid.points * bits) / 8);
}

const layouts = Object.fromEntries(
  modelIds.map((id) => {
    const records = modelRecordsOf(models[id]);
    const analysis = records.filter(({ span }) => span === 'instant');
    return [id, { forecast: placed(records), analysis: placed(analysis) }];
  }),
) as Record<ModelId, Record<'forecast' | 'analysis', PlacedRecord[]>>;

function placed(records: ModelRecord[]): PlacedRecord[] {
  let start = 0;
  return records.map((record) => {
    const size = messageSize(record);
    start += size;
    return { record, start: start - size, size };
  });
}

const codes = new Uint16Array(modelGrid.points);

/** Encodes one record as a GRIB2 message. */
export function encodeRecord(hour: ModelHour, record: ModelRecord): Uint8Array {
  const { packing, field } = record;
  const { minimum, binaryScale, bits } = packing;
  const values = field?.(hour);
  if (values) toCodes(values, minimum, 2 ** -binaryScale, 2 ** bits - 1);
  else codes.fill(0);
  return encodeGrib2({
    ...headingsOf(hour, record),
    grid: hrrrGrid,
    values: { codes, reference: minimum, binaryScale },
    packing: { template: '5.0', bits },
  });
}

/** The times of an hour of a run. */
type HourTimes = Pick<ModelHour, 'run' | 'lead' | 'valid'>;

/** A record with the values of another hour and the times of this one. */
export function recordAt(hour: HourTimes, record: ModelRecord, encoded: Uint8Array): Uint8Array {
  return withHeadings(encoded, headingsOf(hour, record));
}

const headingsOf = (
  hour: HourTimes,
  { product, span }: ModelRecord,
): Pick<Grib2Input, 'identification' | 'product'> => ({
  identification: { ...hrrrOrigin, referenceAt: new Date(hour.run) },
  product: { ...product, process: 2, processIds: [0, 83], ...timesOf(hour, span) },
});

function toCodes(values: Float32Array, minimum: number, perStep: number, greatest: number): void {
  for (let i = 0; i < codes.length; i++) codes[i] = clamp(Math.round((values[i] - minimum) * perStep), 0, greatest);
}

/** A number of hours; units of table 4.4. */
const hours = (value: number) => ({ unit: 1, value });

function timesOf({ lead, valid }: HourTimes, span: Span): Pick<ProductInput, 'forecast' | 'over'> {
  if (span === 'instant') return { forecast: hours(lead) };
  const length = span === 'run-sum' ? lead : 1;
  const statistic = span === 'hour-max' ? 2 : 1; // table 4.10
  return { forecast: hours(lead - length), over: { statistic, endsAt: new Date(valid), length: hours(length) } };
}
