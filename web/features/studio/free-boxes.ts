import type { CaptionBox } from '#contract/templates/templates.ts'
import { USUAL_BOXES } from '#contract/templates/usual-boxes.ts'

const [TOP] = USUAL_BOXES
/** Between a caption and the edge of the picture, or the next caption. */
const MARGIN = TOP.y
const HEIGHT = TOP.height
/** A lower box has no room for readable text. */
const HEIGHT_MIN = 0.1

/**
 * Returns boxes for new captions that cover none of the picture's captions: at the top and the bottom, or else in the highest gap
 * between captions. Returns the box at the top if the captions leave no gap.
 */
export function freeBoxes(captions: readonly CaptionBox[]): CaptionBox[] {
  const free = USUAL_BOXES.filter((box) => captions.every((caption) => !isAcross(box, caption)))
  if (free.length > 0) return free
  const gap = gapsBetween(captions).sort((a, b) => b.height - a.height)[0]
  if (!gap || gap.height < HEIGHT_MIN) return [TOP]
  const height = Math.min(HEIGHT, gap.height)
  // Against the lower edge of the picture, else in the middle of the gap.
  const y = gap.isLast ? gap.y + gap.height - height : gap.y + (gap.height - height) / 2
  return [{ ...TOP, y, height }]
}

const isAcross = (box: CaptionBox, caption: CaptionBox) =>
  box.y < caption.y + caption.height && caption.y < box.y + box.height

interface Gap {
  y: number
  height: number
  isLast: boolean
}

/** Returns the strips above, between, and below captions, without margins. */
function gapsBetween(captions: readonly CaptionBox[]): Gap[] {
  const gaps: Gap[] = []
  let from = 0
  const end = (y: number, isLast: boolean) => {
    gaps.push({ y: from + MARGIN, height: y - from - 2 * MARGIN, isLast })
  }
  for (const { y, height } of captions.toSorted((a, b) => a.y - b.y)) {
    end(y, false)
    from = Math.max(from, y + height)
  }
  end(1, true)
  return gaps
}
