import type { FastifyInstance } from 'fastify'
import * as appealsContract from '#contract/moderation/appeals.ts'
import * as contract from '#contract/moderation/moderation.ts'
import * as wordsContract from '#contract/moderation/wrong-words.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall, sendUncached } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import type { UploadHooks } from '../memes/upload-meme.ts'
import { decideAppeal, listAppeals, listOwnAppeals, readAppealPicture, writeAppeal } from './appeals.ts'
import { correctMemeWords } from './correct-meme-words.ts'
import { suspendByModerator } from './decide-users.ts'
import { listLog, listQueue, listReportedMemes } from './list-desk.ts'
import { markMemeSensitive } from './mark-sensitive.ts'
import { approveMeme, dismissReports, removeMeme, restoreMeme, unsuspendMember } from './moderate.ts'
import { reportMeme } from './report-meme.ts'
import { createSuspensionClock } from './suspension-clock.ts'
import { undoDecision } from './undo-decision.ts'
import { confirmWords, listWrongWords, reportWrongWords } from './wrong-words.ts'

const REPORTS_PER_MINUTE = 10
const APPEALS_PER_MINUTE = 5

export function moderationRoutes(app: FastifyInstance, deps: Deps & Pick<UploadHooks, 'onMemeWritten'>): void {
  registerCall(
    app,
    contract.reportMeme,
    async ({ viewer, params, body }) => {
      await reportMeme(deps, viewer, params.id, body)
      return { message: messageText('reported', viewer.language) }
    },
    { perMinute: REPORTS_PER_MINUTE },
  )

  registerCall(app, contract.listReports, ({ viewer, query }) => listReportedMemes(deps, viewer, query))
  registerCall(app, contract.listQueue, ({ query }) => listQueue(deps, query))
  registerCall(app, contract.listLog, ({ query }) => listLog(deps, query))

  wordRoutes(app, deps)
  decisionRoutes(app, deps)
  appealRoutes(app, deps)
  endSuspensionsOnTime(app, deps)
}

function endSuspensionsOnTime(app: FastifyInstance, deps: Deps): void {
  const clock = createSuspensionClock(deps)
  app.addHook('onReady', () => clock.readAgain())
  app.addHook('onRequest', () => clock.settle())
  app.addHook('onClose', () => clock.close())
  deps.bus.on(['memeVisibilityChanged'], () => void clock.readAgain())
  deps.bus.onListening((isListening) => isListening && void clock.readAgain())
}

function wordRoutes(app: FastifyInstance, deps: Deps & Pick<UploadHooks, 'onMemeWritten'>): void {
  registerCall(
    app,
    wordsContract.reportWrongWords,
    async ({ viewer, params, body }) => {
      await reportWrongWords(deps, viewer, params.id, body.readText)
      return { message: messageText('wordsReported', viewer.language) }
    },
    { perMinute: REPORTS_PER_MINUTE },
  )

  registerCall(app, wordsContract.listWrongWords, ({ query }) => listWrongWords(deps, query))

  registerCall(app, wordsContract.confirmWords, async ({ viewer, params }) => {
    await confirmWords(deps, viewer.userId, params.id)
    return { message: messageText('wordsConfirmed', viewer.language) }
  })

  registerCall(app, contract.correctMemeWords, async ({ viewer, params, body }) => {
    await correctMemeWords(deps, viewer.userId, params.id, body.readText)
    return { message: messageText('wordsCorrected', viewer.language) }
  })
}

function decisionRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.approveMeme, async ({ viewer, params, body }) => ({
    ...(await approveMeme(deps, viewer.userId, params.id, body.reason ?? '', body)),
    message: messageText('memeApproved', viewer.language),
  }))

  registerCall(app, contract.removeMeme, async ({ viewer, params, body }) => ({
    ...(await removeMeme(deps, viewer.userId, params.id, body.reason, body)),
    message: messageText('memeRemoved', viewer.language),
  }))

  registerCall(app, contract.markMemeSensitive, async ({ viewer, params, body }) => {
    await markMemeSensitive(deps, viewer.userId, params.id, body.sensitive, body.reason ?? '')
    const message = messageText(body.sensitive ? 'memeSensitive' : 'memeNotSensitive', viewer.language)
    return { message, sensitive: body.sensitive }
  })

  registerCall(app, contract.restoreRemovedMeme, async ({ viewer, params, body }) => ({
    ...(await restoreMeme(deps, viewer.userId, params.id, body.reason)),
    message: messageText('memeRestored', viewer.language),
  }))

  registerCall(app, contract.dismissReport, async ({ viewer, params, body }) => {
    const { decisionId } = await dismissReports(deps, viewer.userId, params.id, body.reason ?? '')
    return { decisionId, message: messageText('reportsDismissed', viewer.language) }
  })

  registerCall(app, contract.suspendUser, async ({ viewer, params, body }) => ({
    ...(await suspendByModerator(deps, viewer, params.id, body.reason, body.until)),
    message: messageText('memberSuspended', viewer.language),
  }))

  registerCall(app, contract.unsuspendUser, async ({ viewer, params, body }) => ({
    ...(await unsuspendMember(deps, viewer.userId, params.id, body.reason)),
    message: messageText('memberUnsuspended', viewer.language),
  }))

  registerCall(app, contract.undoDecision, async ({ viewer, params }) => {
    await undoDecision(deps, viewer.userId, params.id)
    return { message: messageText('decisionUndone', viewer.language) }
  })
}

function appealRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(
    app,
    appealsContract.writeAppeal,
    async ({ viewer, body }) => {
      await writeAppeal(deps, viewer, body)
      return { message: messageText('appealSent', viewer.language) }
    },
    { perMinute: APPEALS_PER_MINUTE },
  )
  registerCall(app, appealsContract.listOwnAppeals, ({ viewer, query }) => listOwnAppeals(deps, viewer, query.memeId))
  registerCall(app, appealsContract.listAppeals, ({ viewer, query }) => listAppeals(deps, viewer, query))
  registerCall(app, appealsContract.getAppealPicture, async ({ params, reply }) =>
    sendUncached(reply, await readAppealPicture(deps, params.id)),
  )

  registerCall(app, appealsContract.acceptAppeal, async ({ viewer, params, body }) => {
    await decideAppeal(deps, viewer.userId, params.id, 'accepted', body.reason)
    return { message: messageText('appealDecided', viewer.language) }
  })
  registerCall(app, appealsContract.rejectAppeal, async ({ viewer, params, body }) => {
    await decideAppeal(deps, viewer.userId, params.id, 'rejected', body.reason)
    return { message: messageText('appealDecided', viewer.language) }
  })
}
