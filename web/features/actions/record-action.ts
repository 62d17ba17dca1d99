import type { ActionInput, ActionName, SourceType } from '#contract/actions.ts'
import { api } from '../../lib/api.ts'
import { deviceType } from '../../lib/device.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { setMemeOverlay } from '../memes/data/meme-overlay.ts'

export interface ActionRecord {
  memeId: string
  action: ActionName
  /** Sets the state; not used for views and copies. */
  active?: boolean
  sourceType: SourceType
}

/** Sends the action and applies the response wherever the meme is shown. */
export async function recordAction({ memeId, action, active, sourceType }: ActionRecord): Promise<void> {
  const metadata: ActionInput['metadata'] = {
    sourceType,
    deviceType: deviceType(),
    userPreferences: { language: currentLanguage() },
  }
  const { data } = await api('POST /user-action', { body: { memeId, action, active, metadata } })
  if ('memeId' in data) setMemeOverlay(memeId, data)
}

/** For views and copies: the action itself already happened, so failures are only logged. */
export function recordActionQuietly(record: ActionRecord): void {
  recordAction(record).catch((error: unknown) => console.warn(`${record.action} was not recorded`, error))
}
