/** Where fingers tap, and the mouse or pen is not the first way to point. */
export const cannotHover = () => matchMedia('(hover: none)')
