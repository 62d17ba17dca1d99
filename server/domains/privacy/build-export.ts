import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Language } from '#contract/languages.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createZip } from '#server/platform/zip/zip-writer.ts'
import { allEventsOf } from '../security-log/list-events.ts'
import {
  readAccessTokens,
  readActions,
  readAlbum,
  readFollows,
  readGuestLinks,
  readMemes,
  readNamedAlbums,
  readProfile,
  readSavedSearches,
  readSessions,
} from './content-queries.ts'
import { exportIndex } from './export-index.ts'

export interface BuiltExport {
  bytes: number
  email: string | null
  language: Language
}

/**
 * Writes all data of a member to a ZIP archive at `path`: JSON, pictures, and an HTML index. Returns null if there is no such
 * member.
 */
export async function buildExport(
  deps: Pick<Deps, 'config' | 'db' | 'blobs'>,
  userId: string,
  path: string,
): Promise<BuiltExport | null> {
  const profile = await readProfile(deps.db, userId)
  if (!profile) return null
  const zip = await createZip(path)
  try {
    const avatar = profile.avatarFile && (await addPicture(deps, zip, profile.avatarFile, 'avatar.webp'))
    const memes = []
    for (const { blob, ...meme } of await readMemes(deps.db, userId)) {
      const name = `memes/${meme.id}.${blob.split('.').at(-1)}`
      memes.push({ ...meme, file: (await addPicture(deps, zip, blob, name)) ? name : null })
    }
    const files = {
      'profile.json': { ...profile, avatarFile: avatar ? 'avatar.webp' : null },
      'memes.json': memes,
      'actions.json': await readActions(deps.db, userId),
      'follows.json': await readFollows(deps.db, userId),
      'saved-searches.json': await readSavedSearches(deps.db, userId),
      'albums.json': await readAlbum(deps.db, userId),
      'named-albums.json': await readNamedAlbums(deps.db, userId),
      'guest-links.json': await readGuestLinks(deps.db, userId),
      'sessions.json': await readSessions(deps.db, userId),
      'access-tokens.json': await readAccessTokens(deps.db, userId),
      'security-events.json': await allEventsOf(deps, { userId, language: profile.contentLanguage }),
    }
    for (const [name, content] of Object.entries(files))
      await zip.add(name, Buffer.from(`${JSON.stringify(content, null, 2)}\n`), { compress: true })
    const index = exportIndex(profile.contentLanguage, {
      username: profile.username,
      displayName: profile.displayName,
      madeAt: new Date(),
      memes,
      albumCount: files['albums.json'].length,
      namedAlbumCount: files['named-albums.json'].length,
      guestLinkCount: files['guest-links.json'].length,
      sessionCount: files['sessions.json'].length,
      accessTokenCount: files['access-tokens.json'].length,
      securityEventCount: files['security-events.json'].length,
      savedSearchCount: files['saved-searches.json'].length,
      followingCount: files['follows.json'].following.length,
      followersCount: files['follows.json'].followers.length,
      actionCount: files['actions.json'].ledger.length,
    })
    await zip.add('index.html', Buffer.from(index), { compress: true })
    return {
      bytes: await zip.finish(),
      email: profile.mailsOff.includes('export') ? null : profile.email,
      language: profile.contentLanguage,
    }
  } catch (error) {
    await zip.abort()
    throw error
  }
}

/** Returns false if the file is missing. */
async function addPicture(
  deps: Pick<Deps, 'blobs'>,
  zip: { add(name: string, content: Buffer): Promise<void> },
  key: string,
  name: string,
): Promise<boolean> {
  const found = await deps.blobs.read(key)
  if (!found) return false
  await zip.add(name, await buffer(found.stream as Readable))
  return true
}
