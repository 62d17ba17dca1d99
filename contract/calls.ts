import * as auth from './auth/auth.ts'
import * as passkeys from './auth/passkeys.ts'
import * as providers from './auth/providers.ts'
import * as secondFactor from './auth/second-factor.ts'
import * as securityLog from './auth/security-log.ts'
import * as sessions from './auth/sessions.ts'
import * as tokens from './auth/tokens.ts'
import type { CallShape } from './call.ts'
import * as actions from './memes/actions.ts'
import * as albums from './memes/albums.ts'
import * as bulk from './memes/bulk-upload.ts'
import * as feed from './memes/feed.ts'
import * as guestLinks from './memes/guest-links.ts'
import * as history from './memes/history.ts'
import * as memes from './memes/memes.ts'
import * as notInterested from './memes/not-interested.ts'
import * as pictureWords from './memes/picture-words.ts'
import * as savedSearches from './memes/saved-searches.ts'
import * as search from './memes/search.ts'
import * as storage from './memes/storage.ts'
import * as tags from './memes/tags.ts'
import * as trending from './memes/trending.ts'
import * as admin from './moderation/admin.ts'
import * as appeals from './moderation/appeals.ts'
import * as moderation from './moderation/moderation.ts'
import * as wrongWords from './moderation/wrong-words.ts'
import * as notifications from './notifications/notifications.ts'
import * as push from './notifications/push.ts'
import * as webhooks from './notifications/webhooks.ts'
import * as blocks from './people/blocks.ts'
import * as follows from './people/follows.ts'
import * as privacy from './people/privacy.ts'
import * as users from './people/users.ts'
import * as gifKeys from './site/gif-keys.ts'
import * as settings from './site/settings.ts'
import * as site from './site/site.ts'
import * as knownTemplates from './templates/known-templates.ts'
import * as templatePicture from './templates/template-picture.ts'
import * as templates from './templates/templates.ts'

/** Every call of the API, keyed by method and path. The web client uses this as a type only. */
export const calls = {
  'POST /auth/login': auth.login,
  'POST /auth/register': auth.register,
  'POST /auth/forgot-password': auth.forgotPassword,
  'POST /auth/verify-reset-code': auth.verifyResetCode,
  'POST /auth/reset-password': auth.resetPassword,
  'POST /auth/send-verification-code': auth.sendVerificationCode,
  'POST /auth/verify-email': auth.verifyEmail,
  'POST /auth/google-oauth': providers.googleOauth,
  'POST /auth/provider-nonce': providers.providerNonce,
  'POST /auth/google-one-tap': providers.googleOneTap,
  'POST /auth/facebook-oauth': providers.facebookOauth,
  'POST /auth/oidc': providers.finishProviderSignIn,
  'POST /auth/logout': auth.logout,
  'POST /auth/passkey/options': passkeys.askForPasskey,
  'POST /auth/passkey': passkeys.passkeySignIn,
  'POST /auth/second-factor': secondFactor.passSecondFactor,
  'POST /auth/confirm': auth.confirm,
  'GET /users/me/second-factor': secondFactor.getSecondFactor,
  'POST /users/me/second-factor/totp': secondFactor.beginTotp,
  'POST /users/me/second-factor/totp/confirm': secondFactor.confirmTotp,
  'DELETE /users/me/second-factor/totp': secondFactor.removeTotp,
  'PUT /users/me/second-factor/passkeys': secondFactor.requirePasskeys,
  'DELETE /users/me/second-factor/passkeys': secondFactor.stopRequiringPasskeys,
  'POST /users/me/second-factor/recovery-codes': secondFactor.renewRecoveryCodes,
  'GET /users/me/passkeys': passkeys.listPasskeys,
  'POST /users/me/passkeys/options': passkeys.beginPasskey,
  'POST /users/me/passkeys': passkeys.addPasskey,
  'PUT /users/me/passkeys/{id}': passkeys.renamePasskey,
  'DELETE /users/me/passkeys/{id}': passkeys.removePasskey,
  'GET /users/me/sessions': sessions.listSessions,
  'DELETE /users/me/sessions': sessions.endOtherSessions,
  'DELETE /users/me/sessions/{sessionId}': sessions.revokeSession,
  'GET /users/me/security-events': securityLog.listSecurityEvents,
  'POST /users/me/change-password': auth.changePassword,
  'POST /users/me/change-email': auth.changeEmail,
  'POST /users/me/verify-email-change': auth.verifyEmailChange,
  'POST /users/me/change-username': auth.changeUsername,

  'GET /users/me/tokens': tokens.listTokens,
  'POST /users/me/tokens': tokens.createToken,
  'DELETE /users/me/tokens/{id}': tokens.revokeToken,

  'GET /users/me': users.getMe,
  'GET /users/me/storage': storage.getMemberStorage,
  'PUT /users/me/profile': users.updateProfile,
  'PUT /users/me/preferences': users.updatePreferences,
  'DELETE /users/me': users.deleteMe,
  'GET /users/{id}': users.getUser,

  'GET /users/{id}/followers': follows.listFollowers,
  'GET /users/{id}/following': follows.listFollowing,
  'POST /users/{id}/follow': follows.followUser,
  'DELETE /users/{id}/unfollow': follows.unfollowUser,
  'DELETE /users/{id}/remove-follower': follows.removeFollower,
  'POST /users/{id}/block': blocks.blockUser,
  'DELETE /users/{id}/block': blocks.unblockUser,
  'POST /users/{id}/mute': blocks.muteUser,
  'DELETE /users/{id}/mute': blocks.unmuteUser,
  'GET /users/me/blocks': blocks.listBlocks,
  'GET /users/me/mutes': blocks.listMutes,

  'GET /notifications': notifications.listNotifications,
  'GET /notifications/unread': notifications.countUnread,
  'POST /notifications/read': notifications.readNotifications,
  'GET /notifications/stream': notifications.streamNotifications,
  'GET /notifications/push': push.getPush,
  'PUT /notifications/push': push.subscribePush,
  'DELETE /notifications/push': push.unsubscribePush,
  'POST /notifications/unsubscribe': follows.unsubscribe,

  'POST /meme': memes.uploadMeme,
  'GET /meme/{id}': memes.getMeme,
  'PATCH /meme/{id}': memes.editMeme,
  'DELETE /meme/{id}': memes.deleteMeme,
  'POST /meme/{id}/restore': memes.restoreMeme,
  'POST /meme/fetch-link': memes.fetchImageLink,
  'GET /meme/user/{id}': memes.listUserMemes,

  'POST /user-action': actions.recordAction,
  'GET /user/meme/frequent/{id}': actions.listFrequentMemes,
  'GET /users/me/history': history.listHistory,
  'PUT /users/me/history': history.setHistory,
  'DELETE /users/me/history': history.clearHistory,
  'DELETE /users/me/history/{memeId}': history.removeFromHistory,
  'GET /user/meme/album/{id}': actions.listAlbum,

  'GET /users/me/searches': savedSearches.listSavedSearches,
  'POST /users/me/searches': savedSearches.saveSearch,
  'DELETE /users/me/searches/{id}': savedSearches.deleteSavedSearch,

  'GET /users/{id}/albums': albums.listAlbums,
  'POST /albums': albums.createAlbum,
  'GET /albums/{id}': albums.getAlbum,
  'PATCH /albums/{id}': albums.changeAlbum,
  'DELETE /albums/{id}': albums.deleteAlbum,
  'GET /albums/{id}/memes': albums.listAlbumMemes,
  'PUT /albums/{id}/memes/{memeId}': albums.addToAlbum,
  'DELETE /albums/{id}/memes/{memeId}': albums.removeFromAlbum,
  'PATCH /albums/{id}/memes/{memeId}': albums.moveInAlbum,
  'GET /meme/{id}/words': pictureWords.getPictureWords,
  'GET /meme/{id}/guest-link': guestLinks.getMemeLink,
  'PUT /meme/{id}/guest-link': guestLinks.makeMemeLink,
  'DELETE /meme/{id}/guest-link': guestLinks.endMemeLink,
  'GET /albums/{id}/guest-link': guestLinks.getAlbumLink,
  'PUT /albums/{id}/guest-link': guestLinks.makeAlbumLink,
  'DELETE /albums/{id}/guest-link': guestLinks.endAlbumLink,

  'GET /recommendation-feed': feed.getFeed,
  'GET /feed/following': feed.listFollowingFeed,
  'GET /feed/new': feed.listNewFeed,
  'POST /feed/not-interested': notInterested.addNotInterested,
  'DELETE /feed/not-interested': notInterested.removeNotInterested,
  'GET /feed/not-interested': notInterested.listNotInterested,
  'GET /tags': tags.listTags,
  'POST /tags/suggest': tags.suggestTags,
  'GET /tags/{tag}': tags.getTag,
  'POST /tags/{tag}/aliases': tags.joinTag,
  'DELETE /tags/{tag}/aliases/{alias}': tags.splitTag,
  'POST /tags/{tag}/follow': tags.followTag,
  'DELETE /tags/{tag}/follow': tags.unfollowTag,
  'GET /users/me/tags': tags.listFollowedTags,

  'GET /vector-search/text': search.searchByText,
  'POST /vector-search/image': search.searchByPicture,
  'GET /vector-search/suggest': search.suggest,
  'GET /vector-search/wider': search.widenSearch,
  'GET /meme/recommend/by-image': search.listSimilar,

  'GET /templates': templates.listTemplates,
  'GET /templates/fitting': templates.listFittingTemplates,
  'GET /template/{id}': templates.getTemplate,
  'PATCH /template/{id}': templates.renameTemplate,
  'GET /template/{id}/picture': templatePicture.getTemplatePicture,
  'PUT /template/{id}/picture': templatePicture.repairTemplatePicture,
  'POST /template/{id}/render': templates.renderTemplate,
  'GET /template/{id}/memes': templates.listTemplateMemes,
  'POST /template/match': templates.matchTemplate,
  'POST /captions/render': templates.renderPicture,
  'POST /template/{id}/split': templates.splitTemplate,
  'POST /template/{id}/merge': templates.mergeTemplates,
  'GET /emoji/{code}': templates.getEmoji,
  'GET /meme/{id}/remixes': templates.getRemixes,
  'GET /meme/{id}/caption-boxes': templates.getCaptionBoxes,

  'GET /trending-memes': trending.listTrendingMemes,
  'GET /users/trending': trending.listTrendingUsers,

  'POST /meme/bulk': bulk.startBulkUpload,
  'POST /meme/bulk/known': bulk.findKnownBulkFiles,
  'PUT /meme/bulk/{uploadId}/files/{fileId}': bulk.sendBulkFile,
  'DELETE /meme/bulk/{uploadId}/files/{fileId}': bulk.dropBulkFile,
  'GET /meme/bulk/status/{uploadId}': bulk.getBulkStatus,
  'GET /meme/bulk/progress/{uploadId}': bulk.streamBulkProgress,

  'POST /meme/{id}/report': moderation.reportMeme,
  'POST /meme/{id}/wrong-words': wrongWords.reportWrongWords,
  'GET /moderation/words': wrongWords.listWrongWords,
  'GET /moderation/known-templates': knownTemplates.listKnownTemplates,
  'POST /moderation/known-templates': knownTemplates.addKnownTemplate,
  'PUT /moderation/known-templates/{id}': knownTemplates.changeKnownTemplate,
  'DELETE /moderation/known-templates/{id}': knownTemplates.removeKnownTemplate,
  'POST /moderation/known-templates/{id}/restore': knownTemplates.restoreKnownTemplate,
  'POST /moderation/words/{id}/dismiss': wrongWords.confirmWords,
  'GET /moderation/reports': moderation.listReports,
  'GET /moderation/queue': moderation.listQueue,
  'GET /moderation/log': moderation.listLog,
  'GET /moderation/appeals': appeals.listAppeals,
  'POST /moderation/memes/{id}/approve': moderation.approveMeme,
  'POST /moderation/memes/{id}/remove': moderation.removeMeme,
  'POST /moderation/memes/{id}/sensitive': moderation.markMemeSensitive,
  'POST /moderation/memes/{id}/words': moderation.correctMemeWords,
  'POST /moderation/memes/{id}/restore': moderation.restoreRemovedMeme,
  'POST /moderation/reports/{id}/dismiss': moderation.dismissReport,
  'POST /moderation/users/{id}/suspend': moderation.suspendUser,
  'POST /moderation/users/{id}/unsuspend': moderation.unsuspendUser,
  'POST /moderation/decisions/{id}/undo': moderation.undoDecision,
  'POST /moderation/appeals/{id}/accept': appeals.acceptAppeal,
  'POST /moderation/appeals/{id}/reject': appeals.rejectAppeal,
  'POST /appeals': appeals.writeAppeal,
  'GET /appeals': appeals.listOwnAppeals,

  'POST /admin/claim': admin.claimFirstAdmin,
  'GET /admin/settings': settings.getSettings,
  'PUT /admin/settings': settings.changeSettings,
  'PUT /admin/logo': settings.setLogo,
  'DELETE /admin/logo': settings.removeLogo,
  'GET /admin/people': admin.listPeople,
  'POST /admin/people': admin.createPerson,
  'POST /admin/people/{id}/reset-link': admin.makeResetLink,
  'PUT /admin/people/{id}/role': admin.changeRole,
  'PUT /admin/people/{id}/quota': admin.setQuota,
  'POST /admin/people/{id}/delete': admin.deletePerson,
  'GET /admin/numbers': admin.getNumbers,
  'GET /admin/space': admin.getSpace,
  'GET /admin/invites': admin.listInvites,
  'POST /admin/invites': admin.createInvite,
  'DELETE /admin/invites/{id}': admin.revokeInvite,
  'GET /admin/networks': admin.listNetworks,
  'POST /admin/networks': admin.banNetwork,
  'DELETE /admin/networks/{id}': admin.unbanNetwork,
  'GET /admin/gif-keys': gifKeys.listGifKeys,
  'POST /admin/gif-keys': gifKeys.createGifKey,
  'DELETE /admin/gif-keys/{id}': gifKeys.removeGifKey,
  'GET /admin/webhooks': webhooks.listWebhooks,
  'POST /admin/webhooks': webhooks.createWebhook,
  'PATCH /admin/webhooks/{id}': webhooks.changeWebhook,
  'DELETE /admin/webhooks/{id}': webhooks.removeWebhook,
  'POST /admin/webhooks/{id}/rotate-secret': webhooks.rotateSecret,
  'POST /admin/webhooks/{id}/test-event': webhooks.sendTestEvent,
  'GET /admin/webhooks/{id}/deliveries': webhooks.listDeliveries,
  'POST /admin/webhooks/{id}/deliveries/{deliveryId}/redeliver': webhooks.redeliver,

  'POST /users/me/export': privacy.requestExport,
  'GET /users/me/export': privacy.getLatestExport,
  'GET /users/me/export/{exportId}/file': privacy.downloadExport,

  'GET /config': site.getConfig,
  'GET /health': site.getHealth,
  'GET /ready': site.getReady,
} as const satisfies Record<string, CallShape>

export type Calls = typeof calls
export type CallKey = keyof Calls

const modules: Record<string, unknown>[] = [
  actions,
  admin,
  albums,
  savedSearches,
  appeals,
  auth,
  blocks,
  bulk,
  feed,
  follows,
  guestLinks,
  gifKeys,
  history,
  knownTemplates,
  memes,
  moderation,
  notInterested,
  notifications,
  passkeys,
  pictureWords,
  privacy,
  providers,
  push,
  search,
  secondFactor,
  securityLog,
  sessions,
  settings,
  site,
  storage,
  tags,
  tokens,
  templatePicture,
  templates,
  trending,
  users,
  webhooks,
  wrongWords,
]
const names = new Map(modules.flatMap((module) => Object.entries(module).map(([name, value]) => [value, name])))

/** The export name of a call, used as its operationId in the OpenAPI document. */
export function callName(call: CallShape): string {
  const name = names.get(call)
  if (!name) throw new Error(`${call.method} ${call.path} is exported by no module of the contract`)
  return name
}
