import { loadTexts } from '../../lib/i18n.ts'

/** The modal of a meme, with its texts: it is fetched when a reader reaches for a picture. */
export const loadDetail = async () => {
  const [{ HomeDetail }] = await Promise.all([
    import('./home-detail.tsx'),
    loadTexts('users', 'own', 'follows', 'followToast'),
  ])
  return { default: HomeDetail }
}
