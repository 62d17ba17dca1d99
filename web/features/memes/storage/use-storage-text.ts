import type { MemberStorage } from '#contract/memes/storage.ts'
import { formatNumber, formatSpace } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'

/** Describes a member's storage: 412 MB of 500 MB, 80 of 100 memes. */
export function useStorageText(): (storage: MemberStorage) => string {
  const { t } = useTranslation()
  const language = useLanguage()
  return ({ memes, memesMax, bytes, bytesMax }) => {
    const size = formatSpace(bytes, language)
    const count = formatNumber(memes, language)
    return [
      bytesMax === null ? size : t('storage.sizeOf', { size, max: formatSpace(bytesMax, language) }),
      memesMax === null
        ? t('storage.memes', { count: memes, number: count })
        : t('storage.memesOf', { count: memesMax, number: count, max: formatNumber(memesMax, language) }),
    ].join(', ')
  }
}
