/** How far the viewport's upper edge stands below the element's; negative above it. CSS pixels. */
export const scrolledInto = (element: HTMLElement): number => -element.getBoundingClientRect().top
