/** A rectangle of the window, in pixels. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of a rectangle that remains when each thing that covers it cuts off the side where that costs least. */
export function freeArea(all: Rectangle, covers: Rectangle[]): Rectangle {
  return covers.reduce((free, cover) => {
    const { left, top, right, bottom } = cover;
    const isBeside = left >= free.right || right <= free.left || top >= free.bottom || bottom <= free.top;
    if (isBeside) return free;
    const rests = [
      { ...free, left: right },
      { ...free, right: left },
      { ...free, top: bottom },
      { ...free, bottom: top },
    ];
    return rests.reduce((best, rest) => (sizeOf(rest) > sizeOf(best) ? rest : best));
  }, all);
}

/** How far a box must move to be within an area; its left and upper edges count most. */
export function shiftInto(box: Rectangle, area: Rectangle): { x: number; y: number } {
  const shift = (low: number, high: number, from: number, to: number) =>
    low + Math.min(0, to - high) < from ? from - low : Math.min(0, to - high);
  return { x: shift(box.left, box.right, area.left, area.right), y: shift(box.top, box.bottom, area.top, area.bottom) };
}

function sizeOf({ left, top, right, bottom }: Rectangle): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}
