import type { Map as MapView } from 'maplibre-gl';

type Ink = OffscreenCanvasRenderingContext2D;

/** The strongest wind that is drawn, in knots. */
const strongest = 120;

/** Image name of a wind barb, rounded to five knots. */
export function barbName(knots: number): string {
  return `barb ${Math.min(strongest, Math.round(knots / 5) * 5)}`;
}

/** Number of pennants (50 kt), full feathers (10 kt) and half feathers (5 kt) of a wind. */
export function feathersOf(knots: number): { pennants: number; full: number; half: number } {
  return { pennants: Math.floor(knots / 50), full: Math.floor((knots % 50) / 10), half: Math.floor((knots % 10) / 5) };
}

/** Image name of a dot with a letter. */
export function dotName(letter: string, colour: string): string {
  return `dot ${letter} ${colour}`;
}

/** Image name of a lightning bolt. A colour, or an expression for it, is added to it. */
export const boltName = 'bolt ';

/** Image name of a drop of water. A colour, or an expression for it, is added to it. */
export const dropName = 'drop ';

/** Image name of a radar. Its colour and that of its edge, or expressions for them, are added to it. */
export const radarName = 'radar ';

/** Image name of an invisible square, which keeps its place free of names. */
export const roomName = 'room';

/** Drawing functions by the first word of an image name; the map requests images by name. */
const makers: Record<string, (words: string[]) => ImageData> = {
  barb: ([knots]) => barb(Number(knots)),
  dot: ([letter, colour]) => dot(letter, colour),
  bolt: ([colour]) => outlined(colour, bolt),
  drop: ([colour]) => outlined(colour, drop),
  radar: ([colour, edge]) => radar(colour, edge),
  room: () => new ImageData(28, 28),
};

export function drawImages(map: MapView): void {
  map.setMissingStyleImageResolver((id) => {
    const [maker, ...words] = id.split(' ');
    const make = makers[maker];
    if (make && !map.hasImage(id)) map.addImage(id, make(words), { pixelRatio: 2 });
  });
}

function picture(size: number, draw: (ink: Ink, middle: number) => void): ImageData {
  const ink = new OffscreenCanvas(size, size).getContext('2d')!;
  draw(ink, size / 2);
  return ink.getImageData(0, 0, size, size);
}

function dot(letter: string, colour: string): ImageData {
  return picture(36, (ink, middle) => {
    ink.arc(middle, middle, 15, 0, 2 * Math.PI);
    ink.fillStyle = colour;
    ink.fill();
    ink.lineWidth = 2;
    ink.stroke();
    ink.fillStyle = '#ffffff';
    ink.font = 'bold 20px sans-serif';
    ink.textAlign = 'center';
    ink.textBaseline = 'middle';
    ink.fillText(letter, middle, middle + 1.5);
  });
}

/** The outline of a bolt, within 36 by 36 pixels. */
function bolt(ink: Ink): void {
  for (const [x, y] of [[21, 2], [7, 20], [15, 20], [11, 34], [28, 14], [19, 14], [26, 2]]) ink.lineTo(x, y); // prettier-ignore
}

/** The outline of a drop, within 36 by 36 pixels. */
function drop(ink: Ink): void {
  ink.moveTo(18, 3);
  ink.bezierCurveTo(22, 11, 29, 16, 29, 23);
  ink.arc(18, 23, 11, 0, Math.PI);
  ink.bezierCurveTo(7, 16, 14, 11, 18, 3);
}

/** A shape with a dark edge, which is visible on every image. */
function outlined(colour: string, trace: (ink: Ink) => void): ImageData {
  return picture(36, (ink) => {
    ink.beginPath();
    trace(ink);
    ink.closePath();
    ink.fillStyle = colour;
    ink.fill();
    ink.lineWidth = 2;
    ink.stroke();
  });
}

/** A mast that sends to both sides. */
function radar(colour: string, edge: string): ImageData {
  return picture(44, (ink, middle) => {
    for (const [stroke, width] of [
      [edge, 8],
      [colour, 3.5],
    ] as const) {
      ink.strokeStyle = stroke;
      ink.lineWidth = width;
      for (const radius of [10, 17]) {
        for (const side of [0, Math.PI]) {
          ink.beginPath();
          ink.arc(middle, middle, radius, side - 0.8, side + 0.8);
          ink.stroke();
        }
      }
      ink.beginPath();
      ink.arc(middle, middle, 3, 0, 2 * Math.PI);
      ink.stroke();
    }
  });
}

/** A barb of a wind from the north, which the map rotates. Black on white, to be visible on every image. */
function barb(knots: number): ImageData {
  return picture(72, (ink, middle) => {
    for (const [colour, width] of [
      ['#ffffff', 6],
      ['#101418', 2.5],
    ] as const) {
      ink.strokeStyle = colour;
      ink.fillStyle = colour;
      ink.lineWidth = width;
      drawBarb(ink, middle, knots);
    }
  });
}

function drawBarb(ink: Ink, middle: number, knots: number): void {
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
  const inward = Math.max(y, 8); // a single half feather is drawn a little inward
  if (half > 0) line(middle, inward, middle + 8, inward - 1.5);
}
