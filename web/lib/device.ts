import { MOBILE_BELOW_PX, TABLET_BELOW_PX } from '#contract/limits.ts'

/** What POST /user-action calls the device; judged by the width of the viewport, which is asked for without laying out the page. */
export function deviceType(): 'mobile' | 'tablet' | 'desktop' {
  if (isNarrower(MOBILE_BELOW_PX)) return 'mobile'
  return isNarrower(TABLET_BELOW_PX) ? 'tablet' : 'desktop'
}

const isNarrower = (widthPx: number) => matchMedia(`(width < ${widthPx}px)`).matches
