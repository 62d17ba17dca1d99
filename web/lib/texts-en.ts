import type { ResourceLanguage } from 'i18next'
import fields from '../locales/en/fields.json'

// Import only texts here: the file is requested while the document is parsed, and further imports would cost a round trip.
export { fields }
export const files = import.meta.glob<ResourceLanguage>(
  '../locales/en/{common,auth,toast,errorScreens,feed,memes,search}.json',
  {
    eager: true,
    import: 'default',
  },
)
