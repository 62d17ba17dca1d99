/** Alternative text of a picture: its alt text, else the words read in it, else its name. */
export function pictureAlt(meme: { altText: string; imageText?: string | undefined; name: string }): string {
  return meme.altText.trim() || meme.imageText?.trim() || meme.name
}
