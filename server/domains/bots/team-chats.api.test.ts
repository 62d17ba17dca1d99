import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mattermost, rocketChat, slack, zulip } from '#test/chat-providers.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { BOTS } from '#test/visibility/other-surfaces.ts'
import { refreshTrending } from '../trending/refresh-trending.ts'

const CHATS = {
  mattermost: { connect: mattermost, command: '/meme', isPrivate: true },
  'rocket-chat': { connect: rocketChat, command: '!meme', isPrivate: false },
  zulip: { connect: zulip, command: '@Memes', isPrivate: false },
} as const
const HOUR_MS = 3_600_000

const app = await appForFile(BOTS)
const { user } = await buildMember(app)
const ids: string[] = []
for (const name of ['Heron at dawn', 'Heron at dusk', 'Cò trắng <at> @**all** [x](y)'])
  ids.push((await buildMeme(app, { user, name })).id)
const { token } = await buildMember(app)
for (const memeId of ids)
  expect((await app.call('POST', '/user-action', { token, body: { memeId, action: 'like' } })).status).toBe(200)
await refreshTrending(app.deps)
const hidden = await buildMeme(app, { user, name: 'Heron that is hidden' })
await changeMemes(app.db, hidden.id, { sensitive_by: 'uploader' })
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })

/** The ids of the memes in an answer. */
const memesIn = (body: object) => [
  ...new Set([...JSON.stringify(body).matchAll(/\/meme\/([\da-f-]{36})/g)].map(([, id]) => id)),
]

describe.each(Object.keys(CHATS) as (keyof typeof CHATS)[])('%s', (name) => {
  const { connect, command, isPrivate } = CHATS[name]
  const bot = (token: string = BOTS.teamChatTokens[name]) => connect(origin, token)
  /** Expects a sentence without a picture, for the asking person alone if the chat can do that. */
  const expectNotice = ({ status, body }: { status: number; body: object }, sentence: string) => {
    expect([status, memesIn(body)]).toEqual([200, []])
    expect(Object.values(body)).toContain(sentence)
    if (isPrivate) expect(body).toMatchObject({ response_type: 'ephemeral' })
  }

  test('a command answers with the first picture, and “next” with the following ones', async () => {
    const shown: (string | undefined)[] = []
    for (const words of ['heron at', 'next', 'tiếp']) shown.push(...memesIn((await bot().command(words)).body))
    expect(new Set(shown.slice(0, 2))).toEqual(new Set(ids.slice(0, 2)))
    const { body } = await bot().command('heron dawn', { user: '7' })
    expect(JSON.stringify(body)).toContain('/share.jpg?v=')
    expect(memesIn(body)).toEqual([ids[0]])
    expectNotice(await bot().command('next', { user: '8' }), `Type some words first, such as “${command} cat”.`)
    expectNotice(await bot().command('tiếp', { user: '8' }), `Hãy gõ vài từ trước, ví dụ “${command} mèo”.`)
  })

  test('Vietnamese words are answered in Vietnamese, and names start no link or mention', async () => {
    const { body } = await bot().command('cò trắng')
    expect(memesIn(body)).toEqual([ids[2]])
    expect(JSON.stringify(body)).toContain(`${command} tiếp`)
    if (name === 'zulip') expect(JSON.stringify(body)).not.toMatch(/@\*|\[x\]/)
    expectNotice(await bot().command('xylôphôn'), 'Không tìm thấy meme nào cho “xylôphôn”.')
    expectNotice(await bot().command('xylophone'), 'No meme found for “xylophone”.')
  })

  test('without words it shows a popular meme, and “next” ends with a sentence', async () => {
    const shown: (string | undefined)[] = []
    for (const words of [' ', 'next', 'next']) shown.push(...memesIn((await bot().command(words, { user: '6' })).body))
    expect([shown.length, new Set(shown)]).toEqual([3, new Set(ids)])
    expectNotice(await bot().command('next', { user: '6' }), 'There are no memes left to show.')
  })

  test('words of hundreds of characters, and characters that no database stores, get a sentence', async () => {
    for (const words of ['\u0000', '\ud800', 'x'.repeat(9000), '%', "'; drop table memes; --", '\u202e'])
      expect((await bot().command(words)).status, words).toBe(200)
    expect((await bot().command('x'.repeat(70_000))).status).toBe(413)
  })

  test('a wrong token, and a request from an hour ago, are refused', async () => {
    for (const token of ['', 'wrong', `${BOTS.teamChatTokens[name]}x`])
      expect(await bot(token).command('heron')).toMatchObject({ status: 401, body: { code: 'bot.unverified' } })
    expect((await bot().command('heron', { sentAt: Date.now() - HOUR_MS })).status).toBe(401)
  })

  test('a request that is repeated within five minutes gets its response again', async () => {
    const sentAt = Date.now() - 60_000
    const [first, again] = [
      await bot().command('heron dawn', { sentAt }),
      await bot().command('heron dawn', { sentAt }),
    ]
    expect([first.status, memesIn(first.body)]).toEqual([200, [ids[0]]])
    expect(again).toEqual(first)
  })

  test('bodies in another format are refused', async () => {
    for (const body of ['', '{', 'null', '[]', '{"token":1}', 'token', '\u0000'])
      expect((await fetch(`${origin}/bots/${name}`, { method: 'POST', body })).status, body).toBe(401)
  })
})

test('a search that takes too long is answered in time, with a sentence', async () => {
  const answers = await app.db.transaction().execute(async (tx) => {
    await sql`lock table memes in access exclusive mode`.execute(tx)
    const names = Object.keys(CHATS) as (keyof typeof CHATS)[]
    return Promise.all(
      names.map((name) => CHATS[name].connect(origin, BOTS.teamChatTokens[name]).command('heron nest', { user: '9' })),
    )
  })
  const sentence = 'The search is taking too long. Please try again.'
  expect(answers.map(({ status, body }) => [status, Object.values(body).includes(sentence)])).toEqual(
    Array(3).fill([200, true]),
  )
})

test('typed words mention no one in the name of the bot', async () => {
  const tokens = BOTS.teamChatTokens
  expect((await rocketChat(origin, tokens['rocket-chat']).command('@all xylophone')).body.text).not.toContain('@all')
  expect((await zulip(origin, tokens.zulip).command('@**all** xylophone')).body.content).not.toContain('@**')
})

test('a message that an integration of Rocket.Chat wrote gets no response', async () => {
  const { status, body } = await rocketChat(origin, BOTS.teamChatTokens['rocket-chat']).command('heron', {
    bot: { i: 'x' },
  })
  expect([status, body]).toEqual([200, ''])
})

test('Slack continues with “next” too, and answers Vietnamese words in Vietnamese', async () => {
  const bot = slack(origin, BOTS.slackSigningSecret)
  const [first, second] = [await bot.command('heron at'), await bot.command('next')]
  expect(new Set([...memesIn(first.body), ...memesIn(second.body)])).toEqual(new Set(ids.slice(0, 2)))
  expect((await bot.command('xylôphôn')).body.text).toBe('Không tìm thấy meme nào cho “xylôphôn”.')
})
