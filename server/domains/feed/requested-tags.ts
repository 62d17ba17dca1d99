/** Returns the tags that filter a home page list, normalized as memes store them. */
export function requestedTags({ cat, cat2 }: { cat?: string | undefined; cat2?: string | undefined }): string[] {
  return [cat, cat2].flatMap((tag) => (tag ? [tag.normalize('NFC').toLowerCase()] : []))
}
