/** Returns true if all typefaces that the page uses so far have loaded, besides the local ones shown until then. */
export const hasTypefaces = () =>
  document.fonts.status === 'loaded' &&
  [...document.fonts].some(({ family, status }) => status === 'loaded' && !family.includes('Fallback'))
