/** Media query for devices with touch as the primary input. */
export const cannotHover = () => matchMedia('(hover: none)')
