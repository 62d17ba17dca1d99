/** Returns the feed's filter after a click on a tag: adds it, removes it, or replaces the second tag. */
export function toggleTag(chosen: readonly string[], tag: string): { cat: string; cat2: string } {
  const [cat = '', cat2 = ''] = chosen.includes(tag)
    ? chosen.filter((one) => one !== tag)
    : [...chosen.slice(0, 1), tag]
  return { cat, cat2 }
}
