/** A box in fractions of the picture. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The overlap of two boxes in each direction; 0 or less if they do not overlap. */
export const sharedSides = (a: Box, b: Box) => ({
  across: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
  down: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
})
