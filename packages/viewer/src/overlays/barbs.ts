import type { Map as MapView } from 'maplibre-gl';

const size = 72;
const middle = size / 2;
const strongest = 120;

/** What a barb of a wind is called: rounded to five knots, as barbs are drawn. */
export function barbName(knots: number): string {
  return `barb ${Math.min(strongest, Math.round(knots / 5) * 5)}`;
}

/** How many pennants of fifty, feathers of ten and half feathers of five knots a wind has. */
export function feathersOf(knots: number): { pennants: number; full: number; half: number } {
  return { pennants: Math.floor(knots / 50), full: Math.floor((knots % 50) / 10), half: Math.floor((knots % 10) / 5) };
}

/** Draws barbs as the map asks for them, of a wind from the north: the map turns them. */
export function drawBarbs(map: MapView): void {
  map.setMissingStyleImageResolver((id) => {
    const [, knots] = /^barb (\d+)$/.exec(id) ?? [];
    if (knots !== undefined && !map.hasImage(id)) map.addImage(id, barb(Number(knots)), { pixelRatio: 2 });
  });
}

function barb(knots: number): ImageData {
  const canvas = new OffscreenCanvas(size, size);
  const ink = canvas.getContext('2d')!;
  for (const [colour, width] of [
    ['#ffffff', 6],
    ['#101418', 2.5],
  ] as const) {
    ink.strokeStyle = colour;
    ink.fillStyle = colour;
    ink.lineWidth = width;
    drawBarb(ink, knots);
  }
  return ink.getImageData(0, 0, size, size);
}

function drawBarb(ink: OffscreenCanvasRenderingContext2D, knots: number): void {
  ink.beginPath();
  ink.arc(middle, middle, 3.5, 0, 2 * Math.PI);
  ink.stroke();
  if (knots === 0) return;
  const line = (x: number, y: number, toX: number, toY: number) => {
    ink.beginPath();
    ink.moveTo(x, y);
    ink.lineTo(toX, toY);
    ink.stroke();
  };
  line(middle, middle - 3.5, middle, 2);
  const { pennants, full, half } = feathersOf(knots);
  let y = 2;
  for (let i = 0; i < pennants; i++, y += 8) {
    ink.beginPath();
    ink.moveTo(middle, y);
    ink.lineTo(middle + 14, y + 2);
    ink.lineTo(middle, y + 6);
    ink.fill();
  }
  for (let i = 0; i < full; i++, y += 6) line(middle, y, middle + 15, y - 3);
  if (half > 0) line(middle, Math.max(y, 8), middle + 8, Math.max(y, 8) - 1.5);
}
