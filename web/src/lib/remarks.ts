/** Where remarks stand on a graph: near their points, clear of each other and of the line. */

interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

const HEIGHT = 18;
const OFF = 11;
const FAR = 36;
const BEARABLE = 3;

interface Box {
  left: number;
  top: number;
  width: number;
}

const apart = (one: Box, other: Box) =>
  one.left + one.width + 8 < other.left ||
  other.left + other.width + 8 < one.left ||
  one.top + HEIGHT < other.top ||
  other.top + HEIGHT < one.top;

/** How much of the line runs behind a box. */
function behind(box: Box, line: Point[]): number {
  let found = 0;
  for (let x = box.left; x <= box.left + box.width; x += 6) {
    const next = line.findIndex((point) => point.x >= x);
    const [a, b] = [line[Math.max(0, next - 1)], line[next]];
    if (!a || !b) continue;
    const y = b.x === a.x ? b.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
    if (y > box.top - 3 && y < box.top + HEIGHT + 3) found += 1;
  }
  return found;
}

/** The first remark has the first choice; another that fits nowhere is left out. `upright` is to be kept off. */
export function placed(
  remarks: (Point & { width: number })[],
  size: Size,
  line: Point[],
  upright: number,
): ({ left: number; top: number } | null)[] {
  const taken: Box[] = remarks.map(({ x, y }) => ({ left: x - 5, top: y - HEIGHT / 2, width: 10 }));
  return remarks.map(({ x, y, width }, own) => {
    const lefts = [x + OFF, x - width / 2, x - OFF - width, x + FAR, x - FAR - width];
    const tops = [y - OFF - HEIGHT, y + OFF, y - OFF - 2 * HEIGHT, y + OFF + HEIGHT];
    const boxes = lefts.flatMap((left) => tops.map((top) => ({ left, top, width })));
    const free = boxes.filter(
      (box) =>
        box.left >= 0 &&
        box.left + width <= size.width &&
        box.top >= 0 &&
        box.top + HEIGHT <= size.height &&
        taken.every((other, place) => place === own || apart(box, other)),
    );
    const away = (box: Box) =>
      (Math.abs(box.top + HEIGHT / 2 - y) > OFF + HEIGHT ? 2 : 0) +
      (box.left >= x + FAR || box.left + width <= x - FAR ? 1 : 0);
    const cost = (box: Box) =>
      behind(box, line) + away(box) + (box.left < upright && box.left + width > upright ? 3 : 0);
    const best = free.sort((one, other) => cost(one) - cost(other))[0];
    if (!best || (own && behind(best, line) > BEARABLE)) return null;
    taken.push(best);
    return { left: best.left, top: best.top };
  });
}
