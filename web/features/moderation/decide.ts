import type { QueryClient } from '@tanstack/react-query'
import { DECISION_UNDO_SECONDS } from '#contract/limits.ts'
import { hideMeme, unhideMeme } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { nextMoment } from '../../lib/responses.ts'
import { toast } from '../../ui/toast.ts'
import { type DeskMeme, dropItems, refreshDesk } from './desk-query.ts'

export type Verdict =
  | { kind: 'approve' }
  | { kind: 'remove'; reason: string; block: boolean }
  | { kind: 'suspend'; reason: string; until: string | null }

const reportIdsOf = (item: DeskMeme) => ('reports' in item ? item.reports.map(({ _id }) => _id) : [])

function send(item: DeskMeme, verdict: Verdict) {
  const params = { id: item.memeId }
  const reportIds = reportIdsOf(item)
  if (verdict.kind === 'approve') return api('POST /moderation/memes/{id}/approve', { params, body: { reportIds } })
  if (verdict.kind === 'remove') {
    const { reason, block } = verdict
    return api('POST /moderation/memes/{id}/remove', { params, body: { reason, block, reportIds } })
  }
  const { reason, until } = verdict
  const body = { reason, ...(until ? { until } : {}) }
  return api('POST /moderation/users/{id}/suspend', { params: { id: item.uploader?._id ?? '' }, body })
}

interface Decision {
  id: string
  memeId: string
}

let lastDecisions: Decision[] = []

/** Sends one verdict for each item in turn, and offers to undo all of them for some seconds. */
export async function decide(
  client: QueryClient,
  list: 'reports' | 'queue',
  items: readonly DeskMeme[],
  verdict: Verdict,
): Promise<void> {
  const decisions: Decision[] = []
  let message = ''
  for (const item of items) {
    try {
      const answer = await send(item, verdict)
      decisions.push({ id: answer.decisionId, memeId: item.memeId })
      if (verdict.kind === 'remove') hideMeme(item.memeId, nextMoment())
      message = answer.message
      if (verdict.kind !== 'suspend') await dropItems(client, list, [item._id])
    } catch (error) {
      toast.error(error)
      const isDecided = error instanceof ApiError && [404, 409, 410].includes(error.status)
      if (isDecided && verdict.kind !== 'suspend') await dropItems(client, list, [item._id])
    }
  }
  if (decisions.length === 0) return
  if (verdict.kind === 'suspend') void refreshDesk(client)
  lastDecisions = decisions
  const text = decisions.length > 1 ? translate('desk.decidedCount', { count: decisions.length }) : message
  toast.success(text, {
    id: 'desk decision',
    action: { label: translate('desk.undo'), onAction: () => void undoLast(client) },
    closeAfterMs: DECISION_UNDO_SECONDS * 1000,
  })
}

/** Undoes the last decisions, if that is still possible. */
export async function undoLast(client: QueryClient): Promise<void> {
  const decisions = lastDecisions
  lastDecisions = []
  let message = ''
  for (const { id, memeId } of decisions) {
    try {
      message = (await api('POST /moderation/decisions/{id}/undo', { params: { id } })).message
      unhideMeme(memeId)
    } catch (error) {
      toast.error(error)
    }
  }
  if (message) toast.info(message, { id: 'desk decision' })
  await refreshDesk(client)
}
