import { loadTexts } from '../../lib/i18n.ts'

/** The modal of a meme, with its texts: it is fetched when a picture is hovered over or touched. */
export const loadDetail = async () => {
  const [{ MemeModal }] = await Promise.all([
    import('./meme-modal.tsx'),
    loadTexts('users', 'own', 'follows', 'followToast'),
  ])
  return { default: MemeModal }
}
