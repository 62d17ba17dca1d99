import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TEAM_CHAT_NAMES } from '#server/platform/config/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { createPageRate } from '#server/platform/http/page-rate.ts'
import type { BotDeps } from './answer-search.ts'
import { answerDiscord, discordNotice, discordUser } from './discord.ts'
import { readJson } from './read-json.ts'
import { isFromDiscord, isFromSlack, isFromTelegram, type SignedRequest } from './signatures.ts'
import { answerSlack, slackNotice, slackUser } from './slack.ts'
import { answerTeamChat, isFromTeamChat, TEAM_CHATS, type TeamChatRequest, teamChatNotice } from './team-chats.ts'
import { answerTelegram, emptyTelegramAnswer, telegramUser } from './telegram.ts'

const BODY_MAX_BYTES = 64 * 1024
const SEARCHES_PER_MINUTE = 60

interface Bot {
  isFrom: (request: SignedRequest, body: unknown) => boolean
  /** Parses the body's text; undefined if it is not in this provider's format. */
  read: (text: string) => unknown
  userOf: (body: unknown) => string | undefined
  answer: (body: unknown) => Promise<object | null>
  notice: (body: unknown, kind: 'busy' | 'tooMany') => object
}

/** Registers the webhook endpoints of the chat apps that are configured. */
export function botRoutes(app: FastifyInstance, deps: BotDeps): void {
  const bots = configuredBots(deps)
  if (bots.size === 0) return
  app.register(async (scope) => {
    const isBusy = createPageRate(scope)
    const users = new WeakMap<FastifyRequest, string>()
    const count = scope.hasDecorator('createRateLimit')
      ? scope.createRateLimit({
          max: SEARCHES_PER_MINUTE,
          timeWindow: 60_000,
          allowList: [],
          keyGenerator: (request) => users.get(request) ?? '',
        })
      : null
    // Signatures cover the raw bytes of the body.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    for (const [name, bot] of bots) {
      scope.post(
        `/bots/${name}`,
        {
          bodyLimit: BODY_MAX_BYTES,
          onRequest: async (request) => {
            const wait = await isBusy(request)
            if (wait !== null) throw new AppError('request.rateLimited', { retryAfterSeconds: wait })
          },
        },
        async (request, reply) => {
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const body = bot.read(bytes.toString('utf8'))
          if (!bot.isFrom({ body: bytes, headers: request.headers }, body)) throw new AppError('bot.unverified')
          if (body === undefined) throw new AppError('request.invalid')
          const user = bot.userOf(body)
          if (user !== undefined) users.set(request, `${name}/${user}`)
          const rate = user === undefined ? undefined : await count?.(request)
          if (rate && !rate.isAllowed && rate.isExceeded) return send(reply, bot.notice(body, 'tooMany'))
          try {
            const answer = await bot.answer(body)
            return answer ? send(reply, answer) : reply.send()
          } catch (error) {
            request.log.warn({ err: error, bot: name }, 'could not answer a chat')
            return send(reply, bot.notice(body, 'busy'))
          }
        },
      )
    }
  })
}

const send = (reply: FastifyReply, answer: object) =>
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(JSON.stringify(answer))

function configuredBots(deps: BotDeps): Map<string, Bot> {
  const { telegramWebhookSecret, discordPublicKey, slackSigningSecret, teamChatTokens } = deps.config
  const bots = new Map<string, Bot>()
  if (telegramWebhookSecret)
    bots.set('telegram', {
      isFrom: (request) => isFromTelegram(request, telegramWebhookSecret),
      read: readJson,
      userOf: telegramUser,
      answer: (body) => answerTelegram(deps, body),
      notice: emptyTelegramAnswer,
    })
  if (discordPublicKey)
    bots.set('discord', {
      isFrom: (request) => isFromDiscord(request, discordPublicKey),
      read: readJson,
      userOf: discordUser,
      answer: (body) => answerDiscord(deps, body),
      notice: discordNotice,
    })
  if (slackSigningSecret)
    bots.set('slack', {
      isFrom: (request) => isFromSlack(request, slackSigningSecret),
      read: (text) => new URLSearchParams(text),
      userOf: (form) => slackUser(form as URLSearchParams),
      answer: (form) => answerSlack(deps, form as URLSearchParams),
      notice: (form, kind) => slackNotice(form as URLSearchParams, kind),
    })
  for (const name of TEAM_CHAT_NAMES) {
    const [chat, token] = [TEAM_CHATS[name], teamChatTokens[name]]
    if (!token) continue
    bots.set(name, {
      isFrom: (_request, body) => isFromTeamChat(body as TeamChatRequest | undefined, token),
      read: (text) => chat.read(text),
      userOf: (body) => (body as TeamChatRequest).user,
      answer: (body) => answerTeamChat(deps, chat, body as TeamChatRequest),
      notice: (body, kind) => teamChatNotice(chat, body as TeamChatRequest, kind),
    })
  }
  return bots
}
