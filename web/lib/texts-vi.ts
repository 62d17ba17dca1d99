import type { ResourceLanguage } from 'i18next'

const files = import.meta.glob<ResourceLanguage>('../locales/vi/{common,auth,toast,errors,feed,memes,search}.json', {
  eager: true,
  import: 'default',
})

/** By file name, so that the key `feed.title` reads feed.json. */
export const texts: ResourceLanguage = Object.fromEntries(
  Object.entries(files).map(([path, content]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), content]),
)
