import type { TemplateName } from '../templates/registry.ts'
import type { Username } from './users.ts'

/** The words of one meme. The meaning of each caption is documented at its template. */
export interface MemeText {
  /** Unique, stable: names the file and seeds the drawing's variations. */
  slug: string
  template: TemplateName
  language: 'en' | 'vi'
  by: Username
  name: string
  description: string
  captions: readonly string[]
}
