/** Offset of the viewport's top below the element's top, in CSS pixels; negative above it. */
export const scrolledInto = (element: HTMLElement): number => -element.getBoundingClientRect().top
