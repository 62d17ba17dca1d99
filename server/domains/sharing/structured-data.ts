import type {
  BreadcrumbList,
  CollectionPage,
  ImageObject,
  InteractionCounter,
  ProfilePage,
  QuantitativeValue,
  SearchAction,
  WebSite,
  WithActionConstraints,
  WithContext,
} from 'schema-dts'
import type { Language } from '#contract/languages.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { PAGES } from '#contract/pages.ts'
import type { UserCard } from '#contract/people/users.ts'
import { COMPLETE_LANGUAGES, textsOf } from '#server/platform/texts/texts.ts'
import { isSensitive, memeDescription, memePath, sharePicturePath, userPath } from './meme-facts.ts'
import { absolute, SITE } from './page-head.ts'

const CONTEXT = 'https://schema.org'

/** Returns a meme as schema.org's ImageObject; for a sensitive meme, without the addresses of its picture. */
export function imageObject(meme: Meme, language: Language, publicUrl: string): WithContext<ImageObject> {
  const url = absolute(publicUrl, memePath(meme._id))
  const { image, creator, stats } = meme
  return {
    '@context': CONTEXT,
    '@type': 'ImageObject',
    '@id': url,
    url,
    name: meme.name,
    description: memeDescription(meme, language),
    ...(meme.altText ? { caption: meme.altText } : {}),
    ...(meme.imageText ? { embeddedTextCaption: meme.imageText } : {}),
    ...(isSensitive(meme)
      ? { isFamilyFriendly: false }
      : {
          contentUrl: absolute(publicUrl, image.imageOrigin),
          thumbnailUrl: absolute(publicUrl, sharePicturePath(meme)),
          encodingFormat: image.mime,
          width: pixels(image.width),
          height: pixels(image.height),
        }),
    creditText: creator?.displayName ?? SITE,
    datePublished: meme.createdAt,
    uploadDate: meme.createdAt,
    dateModified: meme.updatedAt,
    ...(meme.tag.length > 0 ? { keywords: meme.tag.join(', ') } : {}),
    ...(creator
      ? {
          creator: {
            '@type': 'Person',
            name: creator.displayName,
            alternateName: creator.username,
            url: absolute(publicUrl, userPath(creator.username)),
          },
        }
      : {}),
    interactionStatistic: [
      counter('ViewAction', stats.viewCount),
      counter('LikeAction', stats.likeCount),
      counter('ShareAction', stats.copyCount),
    ],
  }
}

/** Returns the path from the home page to a page. */
export function breadcrumbs(
  steps: { name: string; path: string }[],
  language: Language,
  publicUrl: string,
): WithContext<BreadcrumbList> {
  const all = [{ name: textsOf('sharing', language)('homeTitle'), path: '/' }, ...steps]
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(publicUrl, path),
    })),
  }
}

export function profilePage(user: UserCard, publicUrl: string): WithContext<ProfilePage> {
  const url = absolute(publicUrl, userPath(user.username))
  return {
    '@context': CONTEXT,
    '@type': 'ProfilePage',
    url,
    dateCreated: user.createdAt,
    mainEntity: {
      '@type': 'Person',
      name: user.displayName,
      alternateName: user.username,
      url,
      ...(user.bio ? { description: user.bio } : {}),
      ...(user.avatarUrl ? { image: absolute(publicUrl, user.avatarUrl) } : {}),
      interactionStatistic: [counter('FollowAction', user.stats.followersCount)],
      agentInteractionStatistic: counter('WriteAction', user.stats.memesCount),
    },
  }
}

export function memeList(
  name: string,
  path: string,
  memes: readonly Meme[],
  publicUrl: string,
): WithContext<CollectionPage> {
  return {
    '@context': CONTEXT,
    '@type': 'CollectionPage',
    name,
    url: absolute(publicUrl, path),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: memes.map((meme, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        url: absolute(publicUrl, memePath(meme._id)),
        name: meme.name,
      })),
    },
  }
}

/** Returns the site with its search, for search engines that offer a search box. */
export function webSite(publicUrl: string): WithContext<WebSite> {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${absolute(publicUrl, PAGES.home)}?search={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name: SITE,
    url: absolute(publicUrl, '/'),
    inLanguage: [...COMPLETE_LANGUAGES],
    potentialAction: search,
  }
}

/** `E37` is the code for pixels in UN/CEFACT's list of units. */
const pixels = (value: number): QuantitativeValue => ({ '@type': 'QuantitativeValue', value, unitCode: 'E37' })

const counter = (
  action: 'ViewAction' | 'LikeAction' | 'ShareAction' | 'FollowAction' | 'WriteAction',
  count: number,
): InteractionCounter => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: count,
})
