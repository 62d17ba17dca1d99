import type { SourceType } from '#contract/memes/actions.ts'
import type { Meme, MemeStats } from '#contract/memes/memes.ts'
import { albums, reactions, readMeme, useMeme } from '../../entities/memes.ts'
import { type Reaction, reactionCall, reactionOf, tapped } from '../../entities/reaction.ts'
import type { Toggles } from '../../entities/toggles.ts'
import { translate } from '../../lib/i18n.ts'
import { currentSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { recordAction } from './record-action.ts'

export interface MemeToggles {
  stats: MemeStats
  reaction: Reaction
  inAlbum: boolean
  /** The target of a toggle during its animation; null at rest. */
  reactionMove: Reaction | null
  albumMove: boolean | null
}

/** Returns the state and counts of like, dislike and album, shared by all places that show the meme. */
export function useMemeToggles(meme: Meme): MemeToggles {
  const { stats, viewer } = useMeme(meme)
  const reaction = reactions.use(meme._id)
  const album = albums.use(meme._id)
  return {
    stats,
    reaction: reactionOf(viewer),
    inAlbum: viewer?.isInAlbum ?? false,
    reactionMove: reaction && reaction.value.wanted !== reaction.shown ? reaction.value.wanted : null,
    albumMove: album && album.value.wanted !== album.shown ? album.value.wanted : null,
  }
}

/** Returns true if a reaction is animating on (true) or off (false); null at rest. */
export function moveOf({ reaction, reactionMove }: MemeToggles, kind: 'like' | 'dislike'): boolean | null {
  if (reactionMove === null || (reactionMove === kind) === (reaction === kind)) return null
  return reactionMove === kind
}

export function tapReaction(meme: Meme, tap: 'like' | 'dislike', sourceType: SourceType): void {
  if (isVisitor()) return
  const id = meme._id
  const send = async (wanted: Reaction, confirmed: Reaction) => {
    const call = reactionCall(confirmed, wanted)
    if (call && (await recordAction({ memeId: id, sourceType, ...call })) === 'queued') showQueued(reactions, id)
    return wanted
  }
  reactions.press(id, reactionOf(readMeme(meme).viewer), (current) => tapped(current, tap), send).catch(toast.error)
}

export function tapAlbum(meme: Meme, sourceType: SourceType): void {
  if (isVisitor()) return
  const id = meme._id
  const send = async (active: boolean) => {
    const sent = await recordAction({ memeId: id, action: 'add-to-album', active, sourceType })
    if (sent === 'queued') showQueued(albums, id)
    else sayInAlbum(meme, active, sourceType)
    return active
  }
  albums.press(id, readMeme(meme).viewer?.isInAlbum ?? false, (current) => !current, send).catch(toast.error)
}

/** Shows a toast about the album change, with an undo button. */
function sayInAlbum(meme: Meme, isIn: boolean, sourceType: SourceType): void {
  toast.success(translate(isIn ? 'memes.addedToAlbum' : 'memes.removedFromAlbum'), {
    id: `album ${meme._id}`,
    action: {
      label: translate('memes.undo'),
      onAction: () => readMeme(meme).viewer?.isInAlbum === isIn && tapAlbum(meme, sourceType),
    },
  })
}

/** Shows a queued action until it is sent. */
function showQueued<T>(toggles: Toggles<T>, id: string): void {
  toggles.queue(id)
  toast.info(translate('common.offline.queued'), { id: 'queued' })
}

/** Returns true if there is no session. Also shows a message, since the session may have ended in another tab. */
function isVisitor(): boolean {
  if (currentSession().user) return false
  toast.error(translate('auth.loginRequired'))
  return true
}
