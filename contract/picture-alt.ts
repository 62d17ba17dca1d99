/** What stands for the picture where it cannot be seen: its alt text, else the words in it, else its name. */
export function pictureAlt(meme: { altText: string; imageText?: string | undefined; name: string }): string {
  return meme.altText.trim() || meme.imageText?.trim() || meme.name
}
