import type { Meme } from '#contract/memes/memes.ts'
import { TEST_EVENT, WEBHOOK_BODIES, type WebhookBody, type WebhookMeme } from '#contract/notifications/webhooks.ts'
import { ANY_VISITOR } from '#server/platform/viewer.ts'
import type { DetailsDeps } from '../memes/lists/details.ts'
import { showMemes } from '../memes/lists/list-memes.ts'
import { isSensitive, memePath, userPath } from '../sharing/meme-facts.ts'
import { absolute } from '../sharing/page-head.ts'
import type { DeliveryRow } from './queries.ts'

/**
 * Returns the body of a delivery, from the data that visitors see now. Returns null if the event is no longer true: a meme that
 * is no longer public is not reported, and a restored one no longer counts as removed.
 */
export async function bodyOf(
  deps: DetailsDeps & { publicUrl: string },
  delivery: Pick<DeliveryRow, 'event' | 'meme_id' | 'created_at'>,
): Promise<WebhookBody | null> {
  const { event, meme_id: id } = delivery
  const timestamp = delivery.created_at.toISOString()
  if (event === TEST_EVENT) return { type: TEST_EVENT, timestamp, data: {} }
  const [meme] = id ? await showMemes(deps, ANY_VISITOR, 'opened', [id]) : []
  if (event === 'meme.removed') return id && !meme ? { type: event, timestamp, data: { _id: id } } : null
  if (!meme) return null
  const data = present(meme, deps.publicUrl)
  return (event === 'meme.created' ? WEBHOOK_BODIES['meme.created'] : WEBHOOK_BODIES['meme.restored']).parse({
    type: event,
    timestamp,
    data,
  })
}

function present(meme: Meme, publicUrl: string): WebhookMeme {
  const { _id, name, description, altText, sensitive, createdAt, image, creator } = meme
  const { imageOrigin, mime, width, height, animated } = image
  return {
    _id,
    url: absolute(publicUrl, memePath(_id)),
    name,
    description,
    altText,
    tags: meme.tag,
    sensitive,
    picture: isSensitive(meme) ? null : { url: absolute(publicUrl, imageOrigin), mime, width, height, animated },
    creator: creator && {
      username: creator.username,
      displayName: creator.displayName,
      url: absolute(publicUrl, userPath(creator.username)),
    },
    createdAt,
  }
}
