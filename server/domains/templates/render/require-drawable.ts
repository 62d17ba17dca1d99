import type { Caption } from '#contract/templates/captions.ts'
import { unsupportedCharacters } from './caption-requests.ts'

/** Thrown for characters that neither the font nor the emoji pictures contain. */
export class UndrawableCaptions extends Error {
  override name = 'UndrawableCaptions'
  readonly characters: string[]
  constructor(characters: string[]) {
    super('captions have characters that cannot be drawn')
    this.characters = characters
  }
}

/** @throws UndrawableCaptions */
export async function requireDrawable(captions: readonly Caption[]): Promise<void> {
  const characters = await unsupportedCharacters(captions)
  if (characters.length > 0) throw new UndrawableCaptions(characters)
}
