import type { ResourceLanguage } from 'i18next'
import fields from '../locales/en/fields.json'
import { byFile } from './texts.ts'

const files = import.meta.glob<ResourceLanguage>('../locales/en/{common,auth,toast,errors,feed,memes,search}.json', {
  eager: true,
  import: 'default',
})

export const texts: ResourceLanguage = byFile(files, fields)
