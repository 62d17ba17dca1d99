/**
 * The grid that web/first-view/paint-grid.ts has painted; null without one, and from the application's first render on. What is
 * measured on it lets the first render draw the tiles in slices; measured on the grid itself, they are drawn in one go.
 */
export const paintedGrid = () => document.querySelector<HTMLElement>('.first-grid')
