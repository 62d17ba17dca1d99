/** In fractions of the picture. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** How far two boxes lie over one another in each direction; not above 0 where they do not. */
export const sharedSides = (a: Box, b: Box) => ({
  across: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
  down: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
})
