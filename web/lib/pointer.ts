/** Media query for devices whose primary input is touch. */
export const cannotHover = () => matchMedia('(hover: none)')
