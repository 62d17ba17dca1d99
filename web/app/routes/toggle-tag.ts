/** The filter of the feed after a press on a tag: chosen, no longer chosen, or instead of the second. */
export function toggleTag(chosen: readonly string[], tag: string): { cat: string; cat2: string } {
  const [cat = '', cat2 = ''] = chosen.includes(tag)
    ? chosen.filter((one) => one !== tag)
    : [...chosen.slice(0, 1), tag]
  return { cat, cat2 }
}
