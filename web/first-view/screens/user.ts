import albumStyles from '../../features/albums/albums.module.css'
import screenStyles from '../../features/meme-lists/user-screen.module.css'
import { hasSavedLists } from '../../features/memes/scroll/return-navigation.ts'
import styles from '../../features/users/user-card.module.css'
import type { Answer } from '../../lib/api.ts'
import { formatCompact, formatMonth } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import avatarStyles from '../../ui/avatar.module.css'
import { avatarLetter, avatarTint } from '../../ui/avatar-letter.ts'
import buttonStyles from '../../ui/button.module.css'
import { button, element, icon } from '../element.ts'
import { paintCards } from '../paint-cards.ts'
import { paintGrid } from '../paint-grid.ts'
import { answerTo, paintBelowBar, paintPage } from '../paint-page.ts'
import { firstText, viewerLanguage } from '../viewer.ts'

type User = Answer<'GET /users/{id}'>['data']

const AVATAR_PX = 96

/** Paints features/follows/profile-head.tsx, the albums and the memes. */
paintPage((root, view) => {
  const user = answerTo(view, 'GET /users/{id}')?.data
  const list = answerTo(view, 'GET /meme/user/{id}')
  const albums = answerTo(view, 'GET /users/{id}/albums')?.data ?? []
  if (!user || !list || hasSavedLists()) return
  const page = paintBelowBar(root, screenStyles.page, element('header', screenStyles.head, card(user)))
  if (albums.length > 0) {
    const cards = element('ul', albumStyles.list)
    page.append(element('section', albumStyles.head, cards))
    paintCards(
      cards,
      albums.map(({ _id, cover, name, count }) => ({
        href: paths.album(_id),
        image: cover && !cover.sensitive ? cover.image : undefined,
        name,
        note: firstText('albums.count', { count }),
      })),
    )
  }
  paintGrid(page, list.data, { isWhole: !list.hasNext })
})

function card(user: User): HTMLElement {
  const language = viewerLanguage()
  const { memesCount, followersCount, followingCount } = user.stats
  const counts = [
    [memesCount, 'users.memesCount'],
    [followersCount, 'users.followersCount'],
    [followingCount, 'users.followingCount'],
  ] as const
  const follow = button('primary', buttonStyles.sm ?? '', icon(16), firstText('follows.follow'))
  const about = element(
    'div',
    styles.about,
    element(
      'div',
      styles.head,
      element(
        'div',
        styles.who,
        element('h1', styles.title, user.displayName),
        element('span', styles.more, `@${user.username}`),
      ),
      element('div', styles.action, follow),
    ),
    user.bio !== '' && element('p', styles.bio, user.bio),
    element(
      'ul',
      styles.counts,
      ...counts.map(([count, text]) => {
        const number = element('strong', '', formatCompact(count, language))
        return element('li', '', element('span', styles.count, number, ` ${firstText(text, { count })}`))
      }),
    ),
    element('p', styles.joined, icon(16), firstText('users.joined', { month: formatMonth(user.createdAt, language) })),
  )
  const made = element('div', styles.detailed, avatar(user), about)
  made.dataset.page = 'true'
  return made
}

/** Paints ui/avatar.tsx. */
function avatar({ displayName, avatarUrl }: User): HTMLElement {
  const made = avatarUrl
    ? Object.assign(element('img', avatarStyles.avatar), { alt: '', src: avatarUrl })
    : element('span', avatarStyles.avatar, avatarLetter(displayName))
  if (!avatarUrl) made.dataset.tint = String(avatarTint(displayName))
  Object.assign(made.style, {
    width: `${AVATAR_PX}px`,
    height: `${AVATAR_PX}px`,
    fontSize: `${AVATAR_PX * 0.42}px`,
  })
  return made
}
