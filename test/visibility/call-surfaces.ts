import type { CallKey } from '#contract/calls.ts'
import type { Exempt, Surface } from './surface.ts'
import type { Place } from './table.ts'
import { SHARED, type World } from './world.ts'

type Address = (world: World) => string
type More = Partial<Pick<Surface, 'by' | 'visitorScope' | 'only'>>

/** A call at a URL. */
const at = (scope: Place, address: string | Address, more: More = {}): Surface => ({
  scope,
  by: 'reader',
  ...more,
  ask: async (world, token) => {
    const url = typeof address === 'string' ? address : address(world)
    return (await world.app.call('GET', url, token === undefined ? {} : { token })).body
  },
})

const NO_MEME = 'holds nothing of any meme'
const OWN_ALONE = 'contains only data of the caller'
const GUEST_LINK = 'a URL; the routes below /shared test its content'
const SITE = 'settings, numbers and people for admins; no memes'

/** A request for the meme by every reading call. A call without an entry fails the test. */
export const CALLS: Record<Extract<CallKey, `GET ${string}`>, Surface[] | Exempt> = {
  'GET /recommendation-feed': [at('feed', '/recommendation-feed?limit=100', { visitorScope: 'featured' })],
  'GET /feed/following': [at('feed', '/feed/following')],
  'GET /feed/new': [at('feed', '/feed/new')],
  'GET /feed/not-interested': [
    {
      scope: 'mine',
      by: 'reader',
      // The reader is not interested in the meme only during this request.
      ask: async ({ app, reader, meme }, token) => {
        const row = { user_id: reader.user.id, kind: 'meme' as const, target: meme.id }
        const added = await app.db
          .insertInto('not_interested')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('target')
          .execute()
        const { body } = await app.call('GET', '/feed/not-interested', token === undefined ? {} : { token })
        if (added.length > 0) await app.db.deleteFrom('not_interested').execute()
        return body.data?.map(({ label }: { label: string }) => label) ?? body
      },
    },
  ],
  'GET /tags': [at('offered', '/tags'), at('offered', '/tags?q=zan'), at('featured', '/tags?period=day')],
  'GET /tags/{tag}': [at('offered', '/tags/sharedtag')],
  'GET /users/me/tags': 'tags that the caller follows, by their own words',
  'GET /users/me/searches': 'searches that the caller saved, by their own words',

  'GET /vector-search/text': [
    at('offered', `/vector-search/text?q=${SHARED}`),
    at('offered', `/vector-search/text?q=${SHARED}&sort=newest`),
    at('offered', '/vector-search/text?q=tag:sharedtag'),
  ],
  'GET /vector-search/suggest': [at('offered', `/vector-search/suggest?q=${SHARED}`)],
  'GET /vector-search/wider': [at('offered', '/vector-search/wider?q=sanotter')],
  'GET /meme/recommend/by-image': [at('offered', ({ harmless }) => `/meme/recommend/by-image?imageId=${harmless.id}`)],

  'GET /templates': [
    at('template', '/templates?sort=all'),
    at('template', `/templates?sort=all&q=${SHARED}`),
    at('template', '/templates?sort=all&q=zanotter'),
  ],
  'GET /templates/fitting': [at('template', `/templates/fitting?q=${SHARED}`)],
  'GET /template/{id}': [at('template', ({ templateId }) => `/template/${templateId}`)],
  'GET /template/{id}/memes': [
    at('feed', ({ templateId }) => `/template/${templateId}/memes`),
    at('feed', ({ templateId }) => `/template/${templateId}/memes?sort=newest`),
  ],
  'GET /template/{id}/picture': 'its bytes: `OTHERS`',
  'GET /emoji/{code}': NO_MEME,
  'GET /meme/{id}/remixes': [
    at('offered', ({ remix }) => `/meme/${remix.id}/remixes`),
    at('offered', ({ harmless }) => `/meme/${harmless.id}/remixes`),
  ],

  'GET /trending-memes': [at('featured', '/trending-memes')],
  'GET /users/trending': NO_MEME,

  'GET /users/me': NO_MEME,
  'GET /users/{id}': NO_MEME,
  'GET /users/{id}/followers': NO_MEME,
  'GET /users/{id}/following': NO_MEME,
  'GET /users/me/blocks': NO_MEME,
  'GET /users/me/mutes': NO_MEME,
  'GET /meme/{id}': [at('opened', ({ meme }) => `/meme/${meme.id}`)],
  'GET /meme/user/{id}': [
    at('person', ({ creator }) => `/meme/user/${creator.user.id}`),
    at('person', ({ creator }) => `/meme/user/${creator.user.username}?sortBy=likeCount&search=${SHARED}`),
    at('own', ({ creator }) => `/meme/user/${creator.user.id}`, { by: 'creator' }),
  ],

  'GET /user/meme/frequent/{id}': [at('mine', ({ reader }) => `/user/meme/frequent/${reader.user.id}`)],
  'GET /user/meme/album/{id}': [at('mine', ({ reader }) => `/user/meme/album/${reader.user.id}`)],
  'GET /users/me/history': [at('mine', '/users/me/history')],
  'GET /users/{id}/albums': [
    at('mine', ({ reader }) => `/users/${reader.user.id}/albums`, { visitorScope: 'offered' }),
    at('offered', ({ harmless }) => `/users/${harmless.user_id}/albums`),
  ],
  'GET /meme/{id}/words': 'the words in a picture, for its owner and moderators',
  'GET /meme/{id}/caption-boxes': 'positions without words, of memes that `GET /meme/{id}` shows',
  'GET /meme/{id}/guest-link': GUEST_LINK,
  'GET /albums/{id}/guest-link': GUEST_LINK,
  'GET /albums/{id}': [
    at('mine', ({ albums }) => `/albums/${albums.mine}`, { visitorScope: 'offered' }),
    at('offered', ({ albums }) => `/albums/${albums.others}`),
  ],
  'GET /albums/{id}/memes': [
    at('mine', ({ albums }) => `/albums/${albums.mine}/memes`, { visitorScope: 'offered' }),
    at('offered', ({ albums }) => `/albums/${albums.others}/memes`),
  ],

  'GET /notifications': [at('notified', '/notifications')],
  'GET /notifications/unread': NO_MEME,
  'GET /notifications/stream': NO_MEME,
  'GET /notifications/push': NO_MEME,

  'GET /moderation/reports': [at('desk', '/moderation/reports', { by: 'moderator' })],
  'GET /moderation/queue': [at('desk', '/moderation/queue', { by: 'moderator', only: 'in review' })],
  'GET /moderation/known-templates': NO_MEME,
  'GET /moderation/words': [at('desk', '/moderation/words', { by: 'moderator' })],
  'GET /moderation/log': 'names what was decided about, to moderators alone',
  'GET /moderation/appeals': 'names what was decided about, to moderators alone',
  'GET /moderation/appeals/{id}/picture': 'the removed picture of an open appeal, to moderators alone',
  'GET /appeals': OWN_ALONE,
  'GET /meme/bulk/status/{uploadId}': OWN_ALONE,
  'GET /meme/bulk/progress/{uploadId}': OWN_ALONE,
  'GET /users/me/export': NO_MEME,
  'GET /users/me/export/{exportId}/file': 'the archive itself: `OTHERS`',

  'GET /users/me/second-factor': NO_MEME,
  'GET /users/me/passkeys': NO_MEME,
  'GET /users/me/sessions': NO_MEME,
  'GET /users/me/security-events': NO_MEME,
  'GET /users/me/tokens': NO_MEME,
  'GET /users/me/storage': NO_MEME,
  'GET /admin/settings': SITE,
  'GET /admin/people': SITE,
  'GET /admin/space': SITE,
  'GET /admin/numbers': SITE,
  'GET /admin/invites': SITE,
  'GET /admin/networks': SITE,
  'GET /admin/gif-keys': SITE,
  'GET /admin/webhooks': SITE,
  'GET /admin/webhooks/{id}/deliveries': SITE,
  'GET /config': NO_MEME,
  'GET /health': NO_MEME,
  'GET /ready': NO_MEME,
}
