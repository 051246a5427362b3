import { messageOf } from '@severe/base';
import { openGeotiff, valueOf, type Band, type Geotiff, type Survey } from '@severe/tiff';
import { Refusal, type FileReport, type MessageReport, type PointReport, type Question } from './report.ts';

/** GeoTIFF: one entry per band of the first image. */
export async function describeGeotiff(bytes: Uint8Array, question: Question): Promise<FileReport> {
  const image = openGeotiff(bytes);
  if (question.at.length > 0 && !image.locator) {
    throw new Refusal('--at needs a georeferenced image; use --index for pixels');
  }
  const places = question.at.map((place) => {
    const pixel = image.locator?.pixelAt(place);
    return { ...place, index: pixel && pixel.row * image.width + pixel.column };
  });
  const indices = [...question.indices, ...places.flatMap(({ index }) => index ?? [])];
  const { survey, error } = await trySurvey(image, { indices, stop: () => question.stop() });
  const messages = image.bands.map((band, index): MessageReport => {
    const points = survey && [
      ...places.map(({ lat, lon, index: cell }) => pointOf(survey, band, index, cell, { lat, lon })),
      ...question.indices.map((cell) => ({
        index: cell,
        ...pointOf(survey, band, index, cell, positionOf(image, cell)),
      })),
    ];
    return { index, error, ...identityOf(image, band), ...survey?.statistics?.[index], points };
  });
  return { format: 'GeoTIFF', messages };
}

/** Reads the blocks; after an error, the identity of the bands is still reported. */
async function trySurvey(
  image: Geotiff,
  options: { indices: number[]; stop(): string | undefined },
): Promise<{ survey?: Survey; error?: string }> {
  try {
    const survey = await image.survey(options);
    return { survey, error: survey.unread && `blocks were not read: ${survey.unread}` };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function identityOf(
  { width, height, type, overviews, datumNote }: Geotiff,
  { name, units }: Band,
): Partial<MessageReport> {
  const copies =
    overviews.length > 0 ? { overviews: overviews.map((each): [number, number] => [each.width, each.height]) } : {};
  return { name, units, grid: { template: 'geotiff', width, height, ...copies }, packing: type, note: datumNote };
}

function positionOf({ width, height, locator }: Geotiff, cell: number): { lat: number; lon: number } | undefined {
  return cell < width * height ? locator?.positionOf(cell % width, Math.floor(cell / width)) : undefined;
}

function pointOf(
  { cells }: Survey,
  band: Band,
  index: number,
  cell: number | undefined,
  place: { lat: number; lon: number } | undefined,
): PointReport {
  const stored = cell === undefined ? undefined : cells.get(cell)?.[index];
  if (stored === undefined) return { ...place, value: null, outside: true };
  return { ...place, stored, value: typeof stored === 'number' ? valueOf(stored, band) : null };
}
