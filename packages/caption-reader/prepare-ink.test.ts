import { expect, test } from 'vitest'
import { captionedPicture } from '../../test/captioned-picture.ts'
import { findColoredLettersOf } from './prepare-ink.ts'
import { findCapitalWords } from './read-capitals.ts'
import { spellCapitals } from './spell-words.ts'

test.each([
  ['red on white', '#e02020', '#fff'],
  ['blue on white', '#1f5fff', '#fff'],
  ['green on black', '#20c040', '#000'],
])('finds letters in a strong color: %s', async (_, fill, stroke) => {
  const picture = await captionedPicture({ text: 'NOBODY TOLD ME\nTHE COFFEE', seed: 'coloured', fill, stroke })
  const words = (await findColoredLettersOf(picture, 0)).flatMap(({ ink, letterHeight }) =>
    spellCapitals(findCapitalWords(ink, letterHeight).words, []),
  )
  expect(words.map(({ text }) => text)).toContain('TOLD')
})
