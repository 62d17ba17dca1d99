/** Media query for devices with touch as the primary input. */
export const cannotHover = () => matchMedia('(hover: none)')

/** Returns true if the primary input is a mouse or similar, so focusing a field opens no keyboard on the screen. */
export const hasFinePointer = (): boolean => matchMedia('(pointer: fine)').matches
