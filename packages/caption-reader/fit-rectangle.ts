/** A rectangle around text: its center, its sides along and across the line, and its direction. */
export interface Rectangle {
  /** The center, in pixels. */
  x: number
  y: number
  /** Length along the line. */
  width: number
  height: number
  /** In radians, clockwise on the screen, from -π/4 to π/4. */
  angle: number
}

type Point = [number, number]

/** The smallest rectangle around points, in any direction. */
export function fitRectangle(points: Point[]): Rectangle {
  const hull = convexHull(points)
  let best: Rectangle | undefined
  for (let at = 0; at < hull.length; at += 1) {
    const [from, to] = [hull[at], hull[(at + 1) % hull.length]]
    if (!from || !to) continue
    const rectangle = inDirection(hull, toNearLevel(Math.atan2(to[1] - from[1], to[0] - from[0])))
    if (!best || rectangle.width * rectangle.height < best.width * best.height) best = rectangle
  }
  return best ?? inDirection(points, 0)
}

/** The nearest equivalent angle from -π/4 to π/4: the same direction or one at a right angle to it. */
const toNearLevel = (angle: number) => angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2)

function inDirection(points: Point[], angle: number): Rectangle {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of points) {
    const [along, across] = [x * cosine + y * sine, y * cosine - x * sine]
    left = Math.min(left, along)
    right = Math.max(right, along)
    top = Math.min(top, across)
    bottom = Math.max(bottom, across)
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2]
  return {
    x: along * cosine - across * sine,
    y: along * sine + across * cosine,
    width: right - left,
    height: bottom - top,
    angle,
  }
}

/** Convex hull by Andrew's monotone chain. */
function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: Point[]) => {
    const chain: Point[] = []
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const turn = (a: Point = [0, 0], b: Point = [0, 0], c: Point = [0, 0]) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
