/** SVG as strings: a few builders, so that drawings read as lists of shapes and not as markup. */

export type Attributes = Record<string, string | number | undefined>

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export type Point = readonly [x: number, y: number]

/** One decimal is a tenth of a pixel: enough, and it keeps the markup small. */
export function num(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export function el(name: string, attributes: Attributes, ...children: string[]): string {
  let head = `<${name}`
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue
    head += ` ${key}="${typeof value === 'number' ? num(value) : value}"`
  }
  return children.length === 0 ? `${head}/>` : `${head}>${children.join('')}</${name}>`
}

export function group(attributes: Attributes, ...children: string[]): string {
  return el('g', attributes, ...children)
}

export function oval(cx: number, cy: number, rx: number, ry = rx): string {
  return `M${num(cx - rx)} ${num(cy)}a${num(rx)} ${num(ry)} 0 1 0 ${num(rx * 2)} 0a${num(rx)} ${num(ry)} 0 1 0 ${num(-rx * 2)} 0Z`
}

export function roundRect(x: number, y: number, w: number, h: number, radius = 0): string {
  const r = Math.min(radius, w / 2, h / 2)
  const a = (dx: number, dy: number) => `a${num(r)} ${num(r)} 0 0 1 ${num(dx)} ${num(dy)}`
  return (
    `M${num(x + r)} ${num(y)}h${num(w - 2 * r)}${a(r, r)}v${num(h - 2 * r)}${a(-r, r)}` +
    `h${num(2 * r - w)}${a(-r, -r)}v${num(2 * r - h)}${a(r, -r)}Z`
  )
}

export function poly(points: readonly Point[], closed = true): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${num(x)} ${num(y)}`).join('') + (closed ? 'Z' : '')
}

/** A smooth curve through the points (Catmull-Rom turned into cubic Béziers). */
export function smooth(points: readonly Point[], closed = true, tension = 1): string {
  const count = points.length
  const at = (i: number): Point => {
    const index = closed ? (i + count) % count : Math.max(0, Math.min(count - 1, i))
    return points[index] ?? [0, 0]
  }
  const [startX, startY] = at(0)
  let d = `M${num(startX)} ${num(startY)}`
  const k = tension / 6
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const c1 = `${num(p1[0] + (p2[0] - p0[0]) * k)} ${num(p1[1] + (p2[1] - p0[1]) * k)}`
    const c2 = `${num(p2[0] - (p3[0] - p1[0]) * k)} ${num(p2[1] - (p3[1] - p1[1]) * k)}`
    d += `C${c1} ${c2} ${num(p2[0])} ${num(p2[1])}`
  }
  return closed ? `${d}Z` : d
}

export function star(cx: number, cy: number, outer: number, inner: number, tips: number, turn = -Math.PI / 2): string {
  const points: Point[] = []
  for (let i = 0; i < tips * 2; i++) {
    const radius = i % 2 === 0 ? outer : inner
    const angle = turn + (i * Math.PI) / tips
    points.push([cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)])
  }
  return poly(points)
}

export function heart(cx: number, cy: number, r: number): string {
  const p = (x: number, y: number) => `${num(cx + x * r)} ${num(cy + y * r)}`
  return `M${p(0, 0.95)}C${p(-1.5, -0.1)} ${p(-0.85, -1.15)} ${p(0, -0.4)}C${p(0.85, -1.15)} ${p(1.5, -0.1)} ${p(0, 0.95)}Z`
}

/** A slice of a disc; angles in radians, clockwise from twelve o'clock. */
export function slice(cx: number, cy: number, r: number, from: number, to: number): string {
  const x = (angle: number) => num(cx + r * Math.sin(angle))
  const y = (angle: number) => num(cy - r * Math.cos(angle))
  const large = to - from > Math.PI ? 1 : 0
  return `M${num(cx)} ${num(cy)}L${x(from)} ${y(from)}A${num(r)} ${num(r)} 0 ${large} 1 ${x(to)} ${y(to)}Z`
}

/** A whole picture: what render.ts turns into pixels. */
export function svgDocument(width: number, height: number, ...children: string[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `${children.join('')}</svg>`
  )
}
