import { MOBILE_BELOW_PX, TABLET_BELOW_PX } from '#contract/limits.ts'

/** What POST /user-action calls the device; judged by the width of the viewport in CSS pixels. */
export function deviceType(widthPx: number = window.innerWidth): 'mobile' | 'tablet' | 'desktop' {
  if (widthPx < MOBILE_BELOW_PX) return 'mobile'
  return widthPx < TABLET_BELOW_PX ? 'tablet' : 'desktop'
}
