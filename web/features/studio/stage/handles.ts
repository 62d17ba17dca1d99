import type { Size } from '#contract/templates/caption-layout.ts'

/** A layer on the screen: its center and size in CSS pixels, and its rotation in degrees. */
export interface Box extends Size {
  x: number
  y: number
  rotation: number
}

const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right']
/** Handles in the middle of a shorter side would cover the text. */
const SIDE_MIN_PX = 60
/** Sides for the rotation handle, in degrees from the top, in order of preference. */
const ROTATION_SIDES = [0, 180, 90, 270]
export const ROTATION_OFFSET_PX = 36
/** Half of the largest handle. */
const MARGIN_PX = 10

/** Returns the resizing handles of a layer, and the side of its rotation handle, which must be within the stage. */
export function handlesFor(box: Box, stage: Size) {
  const anchors = [
    ...CORNERS,
    ...(box.width < SIDE_MIN_PX ? [] : ['top-center', 'bottom-center']),
    ...(box.height < SIDE_MIN_PX ? [] : ['middle-left', 'middle-right']),
  ]
  const isWithin = (value: number, length: number) => value >= MARGIN_PX && value <= length - MARGIN_PX
  const fits = (side: number) => {
    const distance = (side % 180 === 0 ? box.height : box.width) / 2 + ROTATION_OFFSET_PX
    const angle = ((box.rotation + side) * Math.PI) / 180
    const [x, y] = [box.x + Math.sin(angle) * distance, box.y - Math.cos(angle) * distance]
    return isWithin(x, stage.width) && isWithin(y, stage.height)
  }
  return { anchors, rotationSide: ROTATION_SIDES.find(fits) ?? 0 }
}
