import type { TestApp } from './app.ts'
import { captionedPicture } from './captioned-picture.ts'
import { type BuiltMember, buildMeme } from './factories.ts'

interface CaptionedMeme {
  /** Memes with the same seed have the same picture. */
  seed: string
  text: string
  name: string
  createdAt?: Date | undefined
}

export const captionedMeme = async (
  app: TestApp,
  { user }: BuiltMember,
  { seed, text, name, createdAt }: CaptionedMeme,
) => buildMeme(app, { user, name, bytes: await captionedPicture({ seed, text }), ...(createdAt ? { createdAt } : {}) })

/** Returns the id of a meme's template, as the API shows it. */
export const templateOfMeme = async (app: TestApp, memeId: string) =>
  (await app.call('GET', `/meme/${memeId}`)).body.data.templateId
