import { albums, reactions } from '../../entities/memes.ts'
import type { Reaction } from '../../entities/reaction.ts'
import type { Toggles } from '../../entities/toggles.ts'
import type { WaitingAction } from '../../service-worker/protocol.ts'

/** Shows the actions that an earlier page queued. A change made on this page is newer. */
export function showWaitingActions(actions: readonly WaitingAction[]): void {
  const reacted = new Map<string, Reaction>()
  const saved = new Map<string, boolean>()
  for (const { memeId, action, active } of actions) {
    if (action === 'add-to-album') saved.set(memeId, active)
    else if (action === 'like' || action === 'dislike') reacted.set(memeId, active ? action : 'none')
  }
  for (const [id, reaction] of reacted) showWaiting(reactions, id, reaction, reaction === 'none' ? 'like' : 'none')
  for (const [id, isSaved] of saved) showWaiting(albums, id, isSaved, !isSaved)
}

function showWaiting<T>(toggles: Toggles<T>, id: string, wanted: T, before: T): void {
  if (toggles.get(id)) return
  const queue = async () => {
    toggles.queue(id)
    return wanted
  }
  void toggles.press(id, before, () => wanted, queue)
}
