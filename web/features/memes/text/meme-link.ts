import { paths } from '../../../lib/paths.ts'

/** Returns the URL to share. */
export const memeUrl = (id: string): string => new URL(paths.meme(id), location.origin).href
