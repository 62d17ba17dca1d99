import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { findNotificationsById } from '#server/domains/notifications/queries.ts'
import { pathOf, textOf } from '#server/domains/notifications/texts.ts'
import { buildExport } from '#server/domains/privacy/build-export.ts'
import { bodyOf } from '#server/domains/webhooks/body.ts'
import { changeMemes } from '#test/factories.ts'
import { discord, discordKeys, mattermost, rocketChat, slack, telegram, zulip } from '../chat-providers.ts'
import { pictureForm } from '../multipart.ts'
import { readZip } from '../read-zip.ts'
import type { Surface } from './surface.ts'
import { SHARED, type World } from './world.ts'

const keys = discordKeys()
export const BOTS = {
  telegramWebhookSecret: 'telegram-secret_1',
  discordPublicKey: keys.publicKey,
  slackSigningSecret: '8f742231b10e8888abcd99yyyzzz85a5',
  teamChatTokens: { mattermost: 'token-of-mattermost', 'rocket-chat': 'token-of-rocket-chat', zulip: 'token-of-zulip' },
}
/** A word that only `meme` has, so that it is the only result in a chat. */
const ONLY = 'lanternfish'

const originOf = ({ app }: World) => {
  const address = app.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the application does not listen')
  return `http://127.0.0.1:${address.port}`
}

const chat = (ask: (origin: string) => Promise<{ body: unknown }>): Surface => ({
  scope: 'featured',
  by: 'visitor',
  ask: async (world) => (await ask(originOf(world))).body,
})

const viaTelegram = (origin: string) => telegram(origin, BOTS.telegramWebhookSecret)
const viaDiscord = (origin: string) => discord(origin, keys.privateKey)
const viaSlack = (origin: string) => slack(origin, BOTS.slackSigningSecret)

const sendPicture = async ({ app, picture }: World, url: string, token: string | undefined) => {
  const form = pictureForm(picture)
  return (await app.call('POST', url, { ...(token === undefined ? {} : { token }), ...form })).body
}

/**
 * Template picture bytes contain no name, so compares them with the bytes after deleting the meme: a difference shows the meme.
 */
const bytes = (
  by: Surface['by'],
  how: (world: World, headers: Record<string, string>) => Promise<Buffer>,
): Surface => ({
  scope: 'template',
  by,
  ask: async (world, token) => {
    const { db } = world.app
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const shown = await how(world, headers)
    const { deleted_at } = await db
      .selectFrom('memes')
      .select('deleted_at')
      .where('id', '=', world.meme.id)
      .executeTakeFirstOrThrow()
    const setDeleted = (at: Date | null) => changeMemes(db, world.meme.id, { deleted_at: at })
    await setDeleted(new Date())
    const without = await how(world, headers)
    await setDeleted(deleted_at)
    return shown.equals(without) ? null : world.meme.blob_medium
  },
})

const CAPTIONS = [{ text: 'HELLO', x: 0.1, y: 0.1, width: 0.8, height: 0.2 }]

/** Places other than pages and reading calls. */
export const OTHERS: Record<string, Surface[]> = {
  'POST /vector-search/image': [
    { scope: 'offered', by: 'reader', ask: (world, token) => sendPicture(world, '/vector-search/image', token) },
  ],
  'POST /template/match': [
    { scope: 'template', by: 'reader', ask: (world, token) => sendPicture(world, '/template/match', token) },
  ],
  'GET /template/{id}/picture': [
    bytes('reader', async ({ app, templateId }, headers) => {
      const { rawPayload } = await app.app.inject({ url: `/api/template/${templateId}/picture`, headers })
      return rawPayload
    }),
  ],
  'POST /template/{id}/render': [
    bytes('reader', async ({ app, templateId }, headers) => {
      const url = `/api/template/${templateId}/render`
      const { rawPayload } = await app.app.inject({ method: 'POST', url, headers, payload: { captions: CAPTIONS } })
      return rawPayload
    }),
  ],
  '/bots/telegram': [
    chat((origin) => viaTelegram(origin).inlineQuery(SHARED)),
    chat((origin) => viaTelegram(origin).inlineQuery('')),
  ],
  '/bots/discord': [
    chat((origin) => viaDiscord(origin).command(ONLY)),
    chat((origin) => viaDiscord(origin).autocomplete(SHARED)),
    {
      scope: 'featured',
      by: 'visitor',
      ask: async (world) => (await viaDiscord(originOf(world)).command(`meme:${world.meme.id}`)).body,
    },
  ],
  '/bots/slack': [chat((origin) => viaSlack(origin).command(ONLY))],
  '/bots/mattermost': [chat((origin) => mattermost(origin, BOTS.teamChatTokens.mattermost).command(ONLY))],
  '/bots/rocket-chat': [chat((origin) => rocketChat(origin, BOTS.teamChatTokens['rocket-chat']).command(ONLY))],
  '/bots/zulip': [chat((origin) => zulip(origin, BOTS.teamChatTokens.zulip).command(ONLY))],
  // Pushes and emails are built from these two.
  'pushes and mails': [
    {
      scope: 'notified',
      by: 'reader',
      ask: async ({ app, reader }) => {
        const sent = await app.db
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', reader.user.id)
          .execute()
        const rows = await findNotificationsById(
          app.db,
          sent.map(({ id }) => id),
        )
        return rows.map((row) => [textOf(row, 'en'), pathOf(row)])
      },
    },
  ],
  webhooks: [
    {
      scope: 'opened',
      by: 'visitor',
      ask: ({ app, meme }) =>
        bodyOf(
          { ...app.deps, publicUrl: 'http://memeroom.test' },
          { event: 'meme.created', meme_id: meme.id, created_at: new Date() },
        ),
    },
  ],
  // Ids of the member's own actions belong to them; names and pictures of others' memes do not.
  'the export': [
    {
      scope: 'mine',
      by: 'reader',
      ask: async ({ app, reader, meme }) => {
        const file = path.join(app.dataDir, 'visibility.zip')
        await buildExport(app.deps, reader.user.id, file)
        const files = await readZip(await readFile(file))
        await rm(file)
        return [...files].map(([name, content]) =>
          [name, content.toString()].map((text) => text.replaceAll(meme.id, '')),
        )
      },
    },
  ],
}
