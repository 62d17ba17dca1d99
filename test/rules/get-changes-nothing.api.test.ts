import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { PAGES } from '#contract/pages.ts'
import { allRows, changedRows, isRefusal, unknownIn } from '#test/all-rows.ts'
import { type BuiltMember, buildMember } from '#test/factories.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'
import { buildFullAccount } from '#test/full-account.ts'
import { goodValues, leastOf } from '#test/good-values.ts'
import { NOWHERE } from '#test/owned-objects.ts'

/** Columns that reading may write, with the reason. */
const IGNORED = {
  'sessions.last_used_at': 'time of the last use',
  'users.last_active_at': 'time of the last visit',
  'feed_pages.*': 'a visit fixes the pages of its feed, so that a cursor always gives the same page',
}

const MARK = 'reader'
const reading = (Object.keys(calls) as CallKey[]).filter((key) => key.startsWith('GET '))

const folder = await folderForFile()
await mkdir(path.join(folder.path, 'assets'))
const page = '<html lang="en"><head><!--first-view--></head><body><div id="root"></div></body></html>'
await writeFile(path.join(folder.path, 'index.html'), page)
const app = await appForFile({ linkFetchAllowlist: [NOWHERE] }, { webRoot: folder.path })
const [member, friend] = [await buildMember(app, { username: MARK }), await buildMember(app)]
const admin = await buildMember(app, { role: 'admin' })
const callers: Record<string, BuiltMember | undefined> = {
  'a visitor': undefined,
  'a member': member,
  'an admin': admin,
}
const life = await buildFullAccount(app, member, friend, MARK)
const shown = life.friendsMeme.id
const good: Record<string, unknown> = { ...goodValues(shown), q: `${MARK}word` }
const asMember = async (url: string) => (await app.call('GET', url, { token: member.token })).body.data
const webhook = { url: `http://${NOWHERE}/hook`, events: ['meme.created'] }
/** Parameters by the part of the path that they stand in. */
const ids: Record<string, string> = {
  '/users/{id}': member.user.id,
  '/user/meme/frequent/{id}': member.user.id,
  '/user/meme/album/{id}': member.user.id,
  '/meme/user/{id}': member.user.id,
  '/meme/{id}/guest-link': (await asMember(`/meme/user/${member.user.id}`))[0]._id,
  '/meme/{id}': shown,
  '/albums/{id}': (await asMember('/users/me/albums'))[0]._id,
  '/tags/{tag}': `${MARK}tag`,
  '/template/{id}': (await app.db.selectFrom('meme_templates').select('template_id').executeTakeFirstOrThrow())
    .template_id,
  '/emoji/{code}': '1f600',
  '/meme/bulk/status/{uploadId}': life.uploadIds[0] ?? '',
  '/meme/bulk/progress/{uploadId}': life.uploadIds[0] ?? '',
  '/admin/webhooks/{id}': (await app.call('POST', '/admin/webhooks', { token: admin.token, body: webhook })).body.data
    ._id,
  '/moderation/appeals/{id}': (await app.db.selectFrom('appeals').select('id').executeTakeFirstOrThrow()).id,
  '/users/me/export/{exportId}': (await asMember('/users/me/export'))._id,
}
// From here on nothing but requests changes rows.
await app.deps.jobs.stop()
const atFirst = await allRows(app.db, IGNORED)
/** The rows after the last request. */
let last = atFirst

test('the ignored tables and columns exist', async () => {
  expect(await unknownIn(app.db, IGNORED)).toEqual([])
})

/** Returns the rows that requests change, except refusals in the security log, which admin calls by a member write. */
async function changesOf(requests: () => Promise<void>): Promise<string[]> {
  const before = last
  await requests()
  last = await allRows(app.db, IGNORED)
  return changedRows(before, last).filter((row) => !isRefusal(row))
}

/** Sends a request and reads the answer; a stream, which would go on, is left at once. */
async function ask(method: 'GET' | 'HEAD', url: string, by: BuiltMember | undefined, stream = false): Promise<number> {
  const headers = by ? { authorization: `Bearer ${by.token}` } : {}
  if (!stream) return (await app.app.inject({ method, url, headers })).statusCode
  const answer = await app.app.inject({ method, url, headers, payloadAsStream: true })
  answer.stream().destroy()
  answer.raw.res.destroy()
  return answer.statusCode
}

function addressesOf({ path: pattern, query }: CallShape): string[] {
  const known = Object.keys(ids).find((prefix) => pattern.startsWith(prefix))
  if (pattern.includes('{') && !known) throw new Error(`no object for ${pattern}`)
  const filled = pattern.replace(/\{\w+\}/, ids[known ?? ''] ?? '')
  const given = Object.entries(leastOf(query, good)).map(([name, value]): [string, string] => [name, String(value)])
  const withQuery = `/api${filled}?${new URLSearchParams(given)}`
  const withFew = `/api${filled}?${new URLSearchParams(given.filter(([name]) => !name.startsWith('last')))}`
  return [...new Set([`/api${filled}`, withFew, withQuery])]
}

describe.each(reading)('%s', (key) => {
  test('changes no row for any caller, and succeeds for some', async () => {
    const call: CallShape = calls[key]
    const statuses: number[] = []
    const changes = await changesOf(async () => {
      for (const by of Object.values(callers))
        for (const url of addressesOf(call)) statuses.push(await ask('GET', url, by, call.stream))
    })
    expect(changes).toEqual([])
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })
})

describe.each(Object.values(PAGES))('the page %s', (pattern) => {
  test('changes no row with GET or HEAD', async () => {
    const prefixes: Record<string, string> = { meme: '/meme/{id}', template: '/template/{id}', album: '/albums/{id}' }
    const id = ids[prefixes[pattern.split('/')[1] ?? ''] ?? '']
    const url = pattern
      .replace(':username', MARK)
      .replace(':tag', `${MARK}tag`)
      .replace(':uploadId', ids['/meme/bulk/status/{uploadId}'] ?? '')
      .replace(':id', id ?? `no ${pattern}`)
    const statuses: number[] = []
    const changes = await changesOf(async () => {
      for (const by of Object.values(callers))
        for (const method of ['GET', 'HEAD'] as const) statuses.push(await ask(method, url, by))
    })
    expect(changes).toEqual([])
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })
})

test('all requests together changed no row, and neither did their later effects', async () => {
  const changes = changedRows(atFirst, await allRows(app.db, IGNORED))
  expect(changes.filter((row) => !isRefusal(row))).toEqual([])
})
