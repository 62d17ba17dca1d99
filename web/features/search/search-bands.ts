import { useCallback } from 'react'
import type { MatchKind } from '#contract/memes/search.ts'
import type { ListedMeme } from '../../entities/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'

const HEADING_KEYS = {
  allWords: null,
  translation: 'search.bands.translation',
  template: 'search.bands.template',
  lookalike: 'search.bands.visual',
  meaning: 'search.bands.meaning',
  someWords: 'search.bands.partial',
} as const satisfies Record<MatchKind, string | null>

type Found = Pick<ListedMeme, 'matchKind'>

/** Returns how many memes match all words of the search. */
export const countWhole = (memes: readonly Found[]) => memes.filter(({ matchKind }) => matchKind === 'allWords').length

/** Returns a function that maps a meme to the heading of its kind of match; '' for the first kind, which has no heading. */
export function useSearchBands(): (meme: Found) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ matchKind = 'allWords' }) => {
      const key = HEADING_KEYS[matchKind]
      return key ? t(key) : ''
    },
    [t],
  )
}
