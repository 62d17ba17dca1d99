import { accountDeletionHooks } from './account-deletion-hooks.ts'
import { backupJob, backupWorker } from './backup/job.ts'
import type { Deps } from './deps.ts'
import { sweepWindowsJob, sweepWindowsWorker } from './domains/actions/jobs.ts'
import { sweepSignInJob, sweepSignInWorker } from './domains/auth/jobs.ts'
import { processFileJob, sweepUploadsJob } from './domains/bulk-upload/jobs.ts'
import { processFileWorker } from './domains/bulk-upload/process-file.ts'
import { sweepUploadsWorker } from './domains/bulk-upload/sweep-uploads.ts'
import {
  compareMemesJob,
  compareMemesWorker,
  relateMemesJob,
  relateMemesWorker,
  sweepFeedPagesJob,
  sweepFeedPagesWorker,
} from './domains/feed/jobs.ts'
import { followerDigestWorker } from './domains/follows/follower-digest.ts'
import { followerDigestJob } from './domains/follows/jobs.ts'
import { mailWorker, sendMailJob } from './domains/mail/jobs.ts'
import { purgeMemeJob, purgeMemeWorker, sweepBlobsJob, sweepBlobsWorker } from './domains/memes/jobs.ts'
import { purgeCachesJob, purgeCachesWorker } from './domains/memes/purge-caches.ts'
import { liftSuspensionsJob, liftSuspensionsWorker } from './domains/moderation/jobs.ts'
import { scorePictureJob, scorePictureWorker } from './domains/moderation/scoring/jobs.ts'
import { mailDigestsJob, mailDigestsWorker } from './domains/notifications/digest/jobs.ts'
import { sweepNotificationsJob, sweepNotificationsWorker } from './domains/notifications/jobs.ts'
import { announceMemeJob, announceMemeWorker } from './domains/notifications/posts.ts'
import { deliverPushesJob, deliverPushesWorker } from './domains/notifications/push/jobs.ts'
import {
  makeExportJob,
  makeExportWorker,
  removeExportFilesJob,
  removeExportFilesWorker,
} from './domains/privacy/jobs.ts'
import { retentionJob, retentionWorker } from './domains/privacy/retention-job.ts'
import { inspectPicture } from './domains/search/indexing/inspect-picture.ts'
import { readPictureJob, readPictureWorker, sweepWordsJob, sweepWordsWorker } from './domains/search/jobs.ts'
import { embedLibraryJob, embedLibraryWorker, embedMemeJob, embedMemeWorker } from './domains/search/likeness/jobs.ts'
import { createSiteFace } from './domains/settings/site-face.ts'
import { refreshTrendingJob, refreshTrendingWorker } from './domains/trending/jobs.ts'
import {
  deliverWebhooksJob,
  deliverWebhooksWorker,
  sweepDeliveriesJob,
  sweepDeliveriesWorker,
} from './domains/webhooks/jobs.ts'
import type { JobKind, Worker } from './jobs/jobs.ts'
import { onNewMeme } from './new-meme-hooks.ts'

/** All job kinds, known to every node so that any node can enqueue them. */
export const jobKinds: JobKind[] = [
  sendMailJob,
  sweepSignInJob,
  sweepBlobsJob,
  purgeMemeJob,
  purgeCachesJob,
  sweepFeedPagesJob,
  relateMemesJob,
  compareMemesJob,
  sweepWindowsJob,
  refreshTrendingJob,
  followerDigestJob,
  sweepNotificationsJob,
  announceMemeJob,
  deliverPushesJob,
  mailDigestsJob,
  makeExportJob,
  removeExportFilesJob,
  retentionJob,
  liftSuspensionsJob,
  scorePictureJob,
  processFileJob,
  sweepUploadsJob,
  readPictureJob,
  sweepWordsJob,
  embedMemeJob,
  embedLibraryJob,
  deliverWebhooksJob,
  sweepDeliveriesJob,
  backupJob,
] as unknown as JobKind[]

/** The handlers of a node that runs jobs. */
export function createWorkers(deps: Deps): Worker[] {
  return [
    mailWorker(deps, createSiteFace(deps)),
    sweepSignInWorker(deps),
    sweepBlobsWorker(deps),
    purgeMemeWorker(deps),
    purgeCachesWorker(deps),
    sweepFeedPagesWorker(deps),
    relateMemesWorker(deps),
    compareMemesWorker(deps),
    sweepWindowsWorker(deps),
    refreshTrendingWorker(deps),
    sweepNotificationsWorker(deps),
    announceMemeWorker(deps),
    deliverPushesWorker(deps),
    mailDigestsWorker(deps),
    makeExportWorker(deps),
    removeExportFilesWorker(deps),
    retentionWorker({ ...deps, ...accountDeletionHooks(deps) }),
    followerDigestWorker(deps),
    liftSuspensionsWorker(deps),
    scorePictureWorker(deps),
    processFileWorker({ ...deps, onMemeWritten: onNewMeme(deps), inspect: inspectPicture }),
    sweepUploadsWorker(deps),
    readPictureWorker(deps),
    sweepWordsWorker(deps),
    embedMemeWorker(deps),
    embedLibraryWorker(deps),
    deliverWebhooksWorker(deps),
    sweepDeliveriesWorker(deps),
    backupWorker(deps),
  ]
}
