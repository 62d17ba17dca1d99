import type { NotInterestedKind } from '#contract/memes/not-interested.ts'
import { setUnwanted } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.ts'

/** Records that the member is not interested, and offers to undo it. */
export async function addNotInterested(kind: NotInterestedKind, id: string): Promise<void> {
  const body = { kind, id }
  const undo = async () => {
    try {
      toast.success((await api('DELETE /feed/not-interested', { body })).message)
      setUnwanted(kind, id, false)
    } catch (error) {
      toast.error(error)
    }
  }
  const { message } = await api('POST /feed/not-interested', { body })
  toast.success(message, { action: { label: translate('memes.less.undo'), onAction: () => void undo() } })
}
