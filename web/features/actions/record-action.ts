import type { ActionInput, ActionName, SourceType } from '#contract/memes/actions.ts'
import type { MemeViewer } from '#contract/memes/memes.ts'
import { noteReactions, releaseQueued } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { deviceType } from '../../lib/device.ts'
import { currentLanguage, translate } from '../../lib/i18n.ts'
import type { SentAction } from '../../service-worker/protocol.ts'
import { toast } from '../../ui/toast.ts'

const SET_BY: Record<ActionName, readonly (keyof MemeViewer)[]> = {
  view: [],
  copy: [],
  like: ['isLiked', 'isDisliked'],
  dislike: ['isLiked', 'isDisliked'],
  'add-to-album': ['isInAlbum'],
}

export interface ActionRecord {
  memeId: string
  action: ActionName
  /** The state to set; unused for views and copies. */
  active?: boolean
  sourceType: SourceType
}

/**
 * Sends the action and applies the response wherever the meme is shown. Result `queued`: offline; the service worker sends the
 * action later.
 */
export async function recordAction({
  memeId,
  action,
  active,
  sourceType,
}: ActionRecord): Promise<'recorded' | 'queued'> {
  const metadata: ActionInput['metadata'] = {
    sourceType,
    deviceType: deviceType(),
    userPreferences: { language: currentLanguage() },
  }
  const answer = await api('POST /user-action', { body: { memeId, action, active, metadata } })
  if ('memeId' in answer.data) noteReactions(memeId, answer.data, SET_BY[action])
  return 'queued' in answer ? 'queued' : 'recorded'
}

/** Applies the results of queued actions once the service worker has sent them. */
export function applySentActions(actions: readonly SentAction[]): void {
  for (const { memeId, action, result } of actions) {
    if (result) noteReactions(memeId, result, SET_BY[action])
    else releaseQueued(memeId, SET_BY[action])
  }
  const count = actions.filter(({ result }) => result).length
  if (count > 0) toast.success(translate('common.offline.sent', { count }))
}

/** Records views and copies. The user's action already happened, so failures are only logged. */
export function recordActionQuietly(record: ActionRecord): void {
  recordAction(record).catch((error: unknown) => console.warn(`${record.action} was not recorded`, error))
}
