import { MOBILE_BELOW_PX, TABLET_BELOW_PX } from '#contract/limits.ts'

/** The device type for POST /user-action, by viewport width. Uses media queries, which do not force a reflow. */
export function deviceType(): 'mobile' | 'tablet' | 'desktop' {
  if (isNarrower(MOBILE_BELOW_PX)) return 'mobile'
  return isNarrower(TABLET_BELOW_PX) ? 'tablet' : 'desktop'
}

const isNarrower = (widthPx: number) => matchMedia(`(width < ${widthPx}px)`).matches
