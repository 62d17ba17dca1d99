/**
 * Returns the grid painted by web/first-view/paint-grid.ts; null without one and after the application's first render. Measuring
 * it lets the first render be a transition in slices; measuring the real grid would force one synchronous render.
 */
export const paintedGrid = () => document.querySelector<HTMLElement>('.first-grid')
