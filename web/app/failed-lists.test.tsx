import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod'
import { type CallKey, calls } from '#contract/calls.ts'
import { sampleOf } from '#test/web/sample.ts'
import { leaveScreen, type Reply, showScreen, until } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { NetworkList } from '../features/admin/network-list.tsx'
import { PeopleList } from '../features/admin/people-list.tsx'
import { SecurityEvents } from '../features/auth/sign-in-data/security-events.tsx'
import { FollowsDialog } from '../features/follows/follows-dialog.tsx'
import { OwnFollowers, OwnFollowing } from '../features/follows/own-follows.tsx'
import { readOwnAddress } from '../features/meme-lists/own-address.ts'
import { AlbumList, FrequentList } from '../features/meme-lists/own-lists.tsx'
import { UploadedList } from '../features/meme-lists/uploaded-list.tsx'
import { AppealList } from '../features/moderation/appeal-list.tsx'
import { DeskList } from '../features/moderation/desk-list.tsx'
import { InviteList } from '../features/moderation/invite-list.tsx'
import { LogList } from '../features/moderation/log-list.tsx'
import { NotificationsScreen } from '../features/notifications/notifications-screen.tsx'
import { TemplatesScreen } from '../features/templates/templates-screen.tsx'
import { HiddenLists } from '../features/users/hidden-lists.tsx'
import { WebhookList } from '../features/webhooks/webhook-list.tsx'
import { TrendingRoute } from './routes/trending.tsx'

/* If refetching a list fails, the loaded list stays. It offers a retry of the same request, and retries on its own once the
   device is online again. */

const address = readOwnAddress(new URLSearchParams())
const me = 'id of linh'
const host = {
  ...{
    _id: 'h',
    username: 'host',
    displayName: 'Host',
    bio: '',
    avatarUrl: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  stats: { followersCount: 1, followingCount: 0, memesCount: 0 },
}

/** Each list with the call that loads it. */
const LISTS: Record<string, [call: CallKey, id: string, element: ReactNode]> = {
  'My memes': ['GET /meme/user/{id}', 'linh', <UploadedList key="" address={address} />],
  'used often': ['GET /user/meme/frequent/{id}', me, <FrequentList key="" address={address} />],
  album: ['GET /user/meme/album/{id}', me, <AlbumList key="" address={address} />],
  trending: ['GET /trending-memes', '', <TrendingRoute key="" />],
  templates: ['GET /templates', '', <TemplatesScreen key="" />],
  notifications: ['GET /notifications', '', <NotificationsScreen key="" />],
  'another member’s followers': [
    'GET /users/{id}/followers',
    'host',
    <FollowsDialog key="" user={host} kind="followers" onClose={() => undefined} />,
  ],
  'own followers': ['GET /users/{id}/followers', me, <OwnFollowers key="" />],
  'own following': ['GET /users/{id}/following', me, <OwnFollowing key="" />],
  'blocked people': ['GET /users/me/blocks', '', <HiddenLists key="" userId={me} />],
  'security events': ['GET /users/me/security-events', '', <SecurityEvents key="" />],
  reports: ['GET /moderation/reports', '', <DeskList key="" list="reports" />],
  queue: ['GET /moderation/queue', '', <DeskList key="" list="queue" />],
  appeals: ['GET /moderation/appeals', '', <AppealList key="" />],
  'moderation log': ['GET /moderation/log', '', <LogList key="" />],
  invites: ['GET /admin/invites', '', <InviteList key="" />],
  people: ['GET /admin/people', '', <PeopleList key="" />],
  networks: ['GET /admin/networks', '', <NetworkList key="" />],
  webhooks: ['GET /admin/webhooks', '', <WebhookList key="" />],
}

const texts =
  'users own follows followToast albums account modal notifications desk report templates trending admin webhooks'
const none = { body: { success: true, data: [], nextCursor: null } }
const refused = { status: 409, body: { success: false, code: 'server.busy', message: 'Not now' } }
const retryButton = () =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].find((one) => one.textContent === 'Try again')

beforeEach(() => {
  signInAs('linh')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})
afterEach(() => {
  leaveScreen()
  vi.restoreAllMocks()
})

describe.each(Object.entries(LISTS))('the list of %s', (_, [key, id, element]) => {
  const [, path = ''] = key.split(' ')
  const call = `GET ${path.replace('{id}', encodeURIComponent(id))}`
  const { answer } = sampleOf((calls[key] as unknown as { response: z.ZodType }).response)
  const filled = { body: { ...answer, nextCursor: null, hasNext: false, hasNextPage: false } }

  it.each([
    ['the button', () => retryButton()?.click()],
    [
      'a restored connection',
      () => {
        for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event))
      },
    ],
  ])('stays after a failed request, and retries by %s', async (_how, retry) => {
    let reply: Reply = filled
    const { sent, client } = await showScreen(element, {
      texts: texts.split(' '),
      replies: { 'GET /users/me/mutes': none, 'GET /feed/not-interested': none, [call]: () => reply },
    })
    const times = () => sent.filter((one) => one.call === call).length
    const words = () => document.body.textContent?.match(/text \d+/g) ?? []
    await until(() => expect(words()).not.toEqual([]))
    const [first] = words()
    reply = refused
    const asked = times()
    void client.invalidateQueries()
    await until(() => expect(times()).toBeGreaterThan(asked))
    await until(() => expect(retryButton()).toBeDefined())
    expect(words()).toContain(first)
    reply = filled
    const failed = times()
    retry()
    await until(() => expect(times()).toBeGreaterThan(failed))
    await until(() => expect(retryButton()).toBeUndefined())
    expect(words()).toContain(first)
  })
})

it('covers every list: each paged request has a retry', () => {
  const files = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const asking = Object.entries(files).filter(
    ([name, text]) => !name.includes('.test.') && text.includes('useInfiniteQuery('),
  )
  expect(asking.length).toBeGreaterThan(10)
  const without = asking.filter(([, text]) => !/\b(useMemeList|ListFailure|TrendingList|retryList)\b/.test(text))
  // The studio's row of popular templates is optional: it is omitted if loading fails.
  expect(without.map(([name]) => name)).toEqual(['../features/studio/popular-templates.tsx'])
})
