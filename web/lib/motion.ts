/** Returns true if the user prefers reduced motion. */
export const prefersLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
