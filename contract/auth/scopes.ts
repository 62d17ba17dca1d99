import type { CallKey } from '../calls.ts'
import type { Scope } from './tokens.ts'

/**
 * The scope that a personal access token needs for a call; `any`: no scope needed. Calls that are not listed accept only
 * sessions, such as calls for signing in, the account and the tokens themselves.
 */
export const CALL_SCOPES: Partial<Record<CallKey, Scope | 'any'>> = {
  'GET /config': 'any',
  'GET /health': 'any',
  'GET /ready': 'any',

  'GET /users/me': 'read',
  'GET /users/me/storage': 'read',
  'GET /users/me/tags': 'read',
  'GET /users/{id}': 'read',
  'GET /users/{id}/followers': 'read',
  'GET /users/{id}/following': 'read',
  'GET /meme/{id}': 'read',
  'GET /meme/user/{id}': 'read',
  'GET /user/meme/frequent/{id}': 'read',
  'GET /user/meme/album/{id}': 'read',
  'GET /users/me/history': 'read',
  'GET /users/{id}/albums': 'read',
  'GET /albums/{id}': 'read',
  'GET /albums/{id}/memes': 'read',
  'GET /recommendation-feed': 'read',
  'GET /feed/following': 'read',
  'GET /feed/new': 'read',
  'GET /tags': 'read',
  'GET /tags/{tag}': 'read',
  'GET /vector-search/text': 'read',
  'POST /vector-search/image': 'read',
  'GET /vector-search/suggest': 'read',
  'GET /vector-search/wider': 'read',
  'GET /meme/recommend/by-image': 'read',
  'GET /templates': 'read',
  'GET /templates/fitting': 'read',
  'GET /template/{id}': 'read',
  'GET /template/{id}/picture': 'read',
  'GET /template/{id}/memes': 'read',
  'POST /template/match': 'read',
  'GET /emoji/{code}': 'read',
  'GET /meme/{id}/remixes': 'read',
  'GET /trending-memes': 'read',
  'GET /users/trending': 'read',

  'POST /meme': 'upload',
  'PATCH /meme/{id}': 'upload',
  'DELETE /meme/{id}': 'upload',
  'POST /meme/{id}/restore': 'upload',
  'POST /meme/fetch-link': 'upload',
  'POST /template/{id}/render': 'upload',
  'POST /captions/render': 'upload',
  'POST /meme/bulk': 'upload',
  'POST /meme/bulk/known': 'upload',
  'PUT /meme/bulk/{uploadId}/files/{fileId}': 'upload',
  'DELETE /meme/bulk/{uploadId}/files/{fileId}': 'upload',
  'GET /meme/bulk/status/{uploadId}': 'upload',
  'GET /meme/bulk/progress/{uploadId}': 'upload',

  'POST /user-action': 'actions',
  'POST /users/{id}/follow': 'actions',
  'DELETE /users/me/history': 'actions',
  'DELETE /users/me/history/{memeId}': 'actions',
  'POST /albums': 'actions',
  'PATCH /albums/{id}': 'actions',
  'DELETE /albums/{id}': 'actions',
  'PUT /albums/{id}/memes/{memeId}': 'actions',
  'DELETE /albums/{id}/memes/{memeId}': 'actions',
  'PATCH /albums/{id}/memes/{memeId}': 'actions',
  'POST /tags/{tag}/follow': 'actions',
  'DELETE /tags/{tag}/follow': 'actions',
  'DELETE /users/{id}/unfollow': 'actions',
  'DELETE /users/{id}/remove-follower': 'actions',
  'POST /meme/{id}/report': 'actions',
  'POST /meme/{id}/wrong-words': 'actions',
}

/** The scope of a call by its method and path; undefined for calls that accept no access token. */
export const scopeOf = (call: { method: string; path: string }): Scope | 'any' | undefined =>
  CALL_SCOPES[`${call.method} ${call.path}` as CallKey]
