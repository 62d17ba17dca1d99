import { sign } from 'node:crypto'
import { verifyKey } from 'discord-interactions'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { createTestApp } from '#test/app.ts'
import { discord, discordKeys, slack, telegram } from '#test/chat-providers.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { notRepeated } from '#test/not-repeated.ts'
import { animatedGif } from '#test/pictures.ts'
import { indexMemesWithWords } from '../search/indexing/index-meme.ts'

const SITE = 'http://memeroom.test'
const SECRET = 'telegram-secret_1'
const SIGNING = '8f742231b10e8888abcd99yyyzzz85a5'
const keys = discordKeys()

const app = await appForFile({
  telegramWebhookSecret: SECRET,
  discordPublicKey: keys.publicKey,
  slackSigningSecret: SIGNING,
})
const { user } = await buildMember(app)
const walrus = await buildMeme(app, { user, name: 'Walrus <at> work & @everyone', altText: 'A walrus at a desk' })
const hidden = await buildMeme(app, { user, name: 'Walrus that is hidden' })
await changeMemes(app.db, hidden.id, { sensitive_by: 'uploader' })
const removed = await buildMeme(app, { user, name: 'Walrus that is gone' })
await changeMemes(app.db, removed.id, { status: 'removed' })
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })

test('sensitive memes hide a harmless one from no chat and leave no feed page short', async () => {
  const { user } = await buildMember(app)
  const harmless = await buildMeme(app, { user, name: 'Harmless capybara #capybaras' })
  const ahead: string[] = []
  for (let n = 0; n < 30; n += 1) ahead.push((await buildMeme(app, { user, name: `Capybara ${n} #capybaras` })).id)
  await changeMemes(app.db, ahead, { sensitive_by: 'uploader' })
  const answers = await Promise.all([
    slack(origin, SIGNING).command('capybara'),
    discord(origin, keys.privateKey).command('capybara'),
    discord(origin, keys.privateKey).autocomplete('capybara'),
    telegram(origin, SECRET).inlineQuery('capybara'),
  ])
  const feeds = ['/feeds/search.json?q=capybara', '/feeds/tag/capybaras.json', `/feeds/user/${user.username}.atom`]
  const texts = [
    ...answers.map(({ body }) => JSON.stringify(body)),
    ...(await Promise.all(feeds.map(async (url) => (await app.app.inject({ url })).body))),
  ]
  for (const text of texts) {
    expect(text).toContain(harmless.id)
    for (const id of ahead) expect(text).not.toContain(id)
  }
})

describe('Telegram', () => {
  const bot = () => telegram(origin, SECRET)

  test('an inline query returns memes as JPEGs', async () => {
    const { status, body } = await bot().inlineQuery('walrus')
    expect(status).toBe(200)
    expect(body).toMatchObject({ method: 'answerInlineQuery', inline_query_id: 'query-0', next_offset: '' })
    expect(body.results).toEqual([
      {
        type: 'photo',
        id: walrus.id,
        title: walrus.name,
        photo_url: expect.stringContaining(`${SITE}/meme/${walrus.id}/share.jpg`),
        thumbnail_url: expect.stringContaining('/share.jpg'),
        photo_width: expect.any(Number),
        photo_height: expect.any(Number),
        description: `${SITE}/meme/${walrus.id}`,
      },
    ])
    const picture = await fetch(body.results[0].photo_url.replace(SITE, origin))
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
  })

  test('an inline query finds captions in pictures, like the site', async () => {
    const meme = await buildMeme(app, { name: 'Untitled' })
    const words = ['WHEN', 'THE', 'COFFEE', 'IS', 'GONE'].map((text, n) => ({
      text,
      x: n / 5,
      y: 0,
      width: 0.1,
      height: 0.1,
    }))
    await withTransaction(app.db, (tx) => indexMemesWithWords(tx, [{ id: meme.id, words }]))
    const { body } = await bot().inlineQuery('coffee gone')
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual([meme.id])
  })

  test('pagination returns each meme once', notRepeated, async () => {
    for (let n = 0; n < 33; n += 1) await buildMeme(app, { name: `Paged ostrich ${n}` })
    const ids: string[] = []
    let offset = ''
    do {
      const { body } = await bot().inlineQuery('ostrich', { offset })
      expect(body.results.length).toBeLessThanOrEqual(50)
      ids.push(...body.results.map(({ id }: { id: string }) => id))
      offset = body.next_offset
      expect(Buffer.byteLength(offset)).toBeLessThanOrEqual(64)
    } while (offset !== '')
    expect([ids.length, new Set(ids).size]).toEqual([33, 33])
    expect((await bot().inlineQuery('ostrich', { offset: 'nonsense' })).body.results).toHaveLength(30)
  })

  test('a GIF stays a GIF', async () => {
    const { id } = await buildMeme(app, { name: 'Moving flamingo', bytes: await animatedGif() })
    const { body } = await bot().inlineQuery('flamingo')
    expect(body.results).toMatchObject([{ id, type: 'gif', gif_url: expect.stringMatching(/\/media\/.+\.gif$/) }])
  })

  test('greets in private in the person’s language and ignores other updates', async () => {
    const message = { message_id: 1, date: 1, from: { id: 1, language_code: 'vi' }, text: '/start' }
    const greeted = await bot().send({ message: { ...message, chat: { id: 5, type: 'private' } } })
    expect(greeted.body).toMatchObject({ method: 'sendMessage', chat_id: 5, text: expect.stringContaining('Hãy gõ') })
    for (const update of [{ message: { ...message, chat: { id: 6, type: 'group' } } }, { poll: {} }])
      expect(await bot().send(update)).toEqual({ status: 200, body: {} })
  })

  test('rejects requests without the secret', async () => {
    for (const secret of ['', 'other', `${SECRET}x`])
      expect((await telegram(origin, secret).inlineQuery('walrus')).status).toBe(401)
  })
})

describe('Discord', () => {
  const bot = () => discord(origin, keys.privateKey)

  test('the test client signs as Discord’s own helper expects', async () => {
    const [timestamp, body] = ['1700000000', '{"type":1}']
    const signature = sign(null, Buffer.from(timestamp + body), keys.privateKey).toString('hex')
    expect(await verifyKey(body, signature, timestamp, keys.publicKey)).toBe(true)
  })

  test('answers a ping and rejects one with another key, an old time or changed bytes', async () => {
    expect(await bot().ping()).toEqual({ status: 200, body: { type: 1 } })
    expect((await discord(origin, discordKeys().privateKey).ping()).status).toBe(401)
    expect((await bot().ping({ timestamp: String(Math.floor(Date.now() / 1000) - 600) })).status).toBe(401)
    expect((await bot().ping({ tamper: ' ' })).status).toBe(401)
  })

  test('a command shows the best match and mentions no one', async () => {
    const { body } = await bot().command('walrus')
    expect(body).toMatchObject({
      type: 4,
      data: {
        embeds: [
          { title: walrus.name, url: `${SITE}/meme/${walrus.id}`, image: { url: expect.stringContaining('.jpg') } },
        ],
        allowed_mentions: { parse: [] },
      },
    })
  })

  test('autocomplete offers memes, and the command shows the chosen one', async () => {
    const { body } = await bot().autocomplete('walrus')
    expect(body).toEqual({ type: 8, data: { choices: [{ name: walrus.name, value: `meme:${walrus.id}` }] } })
    const shown = await bot().command(body.data.choices[0].value)
    expect(shown.body.data.embeds[0].title).toBe(walrus.name)
  })

  test('messages about missing or sensitive memes are visible only to the asking person, in their language', async () => {
    const missing = await bot().command('xylophone', 'vi')
    expect(missing.body.data).toMatchObject({ flags: 64, content: 'Không tìm thấy meme nào cho “xylophone”.' })
    const sensitive = await bot().command(`meme:${hidden.id}`)
    expect(sensitive.body.data).toMatchObject({ flags: 64, content: 'This meme is no longer available.' })
  })
})

describe('Slack', () => {
  const bot = () => slack(origin, SIGNING)

  test('a slash command posts the best match for all and escapes its text', async () => {
    const { status, body } = await bot().command('walrus')
    expect([status, body.response_type]).toEqual([200, 'in_channel'])
    const [picture] = body.blocks
    expect(picture).toMatchObject({ type: 'image', alt_text: 'A walrus at a desk', title: { type: 'plain_text' } })
    expect(picture.image_url).toContain(`${SITE}/meme/${walrus.id}/share.jpg`)
    expect(body.text).toContain('Walrus &lt;at&gt; work &amp; @everyone')
  })

  test('only the asking person sees that nothing was found', async () => {
    const { body } = await bot().command('<!channel> xylophone')
    expect(body).toEqual({ response_type: 'ephemeral', text: 'No meme found for “&lt;!channel&gt; xylophone”.' })
  })

  test('answers an address check and rejects wrong signatures', async () => {
    expect((await bot().send({ ssl_check: '1' })).status).toBe(200)
    expect((await slack(origin, 'another-secret').command('walrus')).status).toBe(401)
    expect((await bot().command('walrus', { tamper: '&x=1' })).status).toBe(401)
    expect((await bot().command('walrus', { timestamp: '1600000000' })).status).toBe(401)
  })
})

test('an answer that would come too late for the chat is replaced by a notice', notRepeated, async () => {
  const bot = discord(origin, keys.privateKey)
  const answers = await app.db.transaction().execute(async (tx) => {
    await sql`lock table memes in access exclusive mode`.execute(tx)
    return Promise.all([
      bot.command(`meme:${walrus.id}`),
      bot.command('walrus desk'),
      bot.autocomplete('walrus desk'),
      slack(origin, SIGNING).command('walrus desk'),
      telegram(origin, SECRET).inlineQuery('walrus desk'),
    ])
  })
  const sentence = 'The search is taking too long. Please try again.'
  const whisper = { type: 4, data: { content: sentence, flags: 64 } }
  expect(answers).toMatchObject(
    [
      whisper,
      whisper,
      { type: 8, data: { choices: [] } },
      { response_type: 'ephemeral', text: sentence },
      { method: 'answerInlineQuery', results: [] },
    ].map((body) => ({ status: 200, body })),
  )
})

test('hostile bodies never cause a server error', async () => {
  const bodies = [
    '',
    '[]',
    'null',
    '"x"',
    '{"inline_query":{}}',
    '{"inline_query":{"id":1,"from":{"id":"x"}}}',
    '\u0000',
    '{',
  ]
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': SECRET }
    const { status } = await fetch(`${origin}/bots/telegram`, { method: 'POST', headers, body })
    expect([200, 400], body).toContain(status)
  }
  for (const words of ['\u0000', '\ud800', 'x'.repeat(5000), '%', "'; drop table memes; --"])
    expect((await telegram(origin, SECRET).inlineQuery(words)).status).toBe(200)
  const large = await telegram(origin, SECRET).inlineQuery('x'.repeat(70_000))
  expect(large.status).toBe(413)
})

test('without settings the bots have no routes', notRepeated, async () => {
  const plain = await createTestApp()
  try {
    for (const name of ['telegram', 'discord', 'slack', 'mattermost', 'rocket-chat', 'zulip'])
      expect((await plain.app.inject({ method: 'POST', url: `/bots/${name}`, payload: {} })).statusCode).toBe(404)
  } finally {
    await plain.stop()
  }
})

test('limits a person who sends too many requests, and still responds to others', notRepeated, async () => {
  const limited = await createTestApp({ slackSigningSecret: SIGNING, rateLimits: true })
  try {
    const bot = slack(await limited.app.listen({ port: 0, host: '127.0.0.1' }), SIGNING)
    const texts = new Set<string>()
    for (let n = 0; n < 62; n += 1) texts.add((await bot.command('a')).body.text)
    expect(texts).toEqual(new Set(['No meme found for “a”.', 'Too many searches. Please wait a minute.']))
    const other = await bot.send({ command: '/meme', text: 'a', user_id: 'U2', team_id: 'T1' })
    expect(other.body.text).toBe('No meme found for “a”.')
  } finally {
    limited.app.server.closeAllConnections()
    await limited.stop()
  }
})
