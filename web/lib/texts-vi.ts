import type { ResourceLanguage } from 'i18next'
import fields from '../locales/vi/fields.json'

// It imports nothing but texts: what is asked for while the document is read would wait a round trip for its imports.
export { fields }
export const files = import.meta.glob<ResourceLanguage>(
  '../locales/vi/{common,auth,toast,errors,feed,memes,search}.json',
  {
    eager: true,
    import: 'default',
  },
)
