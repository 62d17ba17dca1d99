import { paths } from '../../../lib/paths.ts'

/** The address to share. */
export const memeUrl = (id: string): string => new URL(paths.meme(id), location.origin).href
