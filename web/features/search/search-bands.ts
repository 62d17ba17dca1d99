import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meme } from '#contract/memes.ts'
import type { FoundMeme } from '#contract/search.ts'

/** The whole number of a score names its band: 2 has all the words, 1 looks like these or means the same, 0 has some of the words. */
const ALL_WORDS = 2
const LOOKALIKE_BAND = 1

/** The heading under which a found meme stands; '' for the first band, which needs none. */
export function useSearchBands(): (meme: Meme & Partial<Pick<FoundMeme, 'score' | 'matched'>>) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ score = ALL_WORDS, matched = [] }) => {
      if (score >= ALL_WORDS) return ''
      if (score < LOOKALIKE_BAND) return t('search.bands.partial')
      return t(matched.includes('visual') ? 'search.bands.visual' : 'search.bands.meaning')
    },
    [t],
  )
}
