import * as z from 'zod'
import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import { shorten } from '../sharing/page-head.ts'
import type { BotDeps } from './answer-search.ts'
import { answerCommand, languageOfWords } from './command.ts'
import { type PictureFacts, pictureFacts, TEXT_MAX_CHARS } from './picture-facts.ts'
import { readJson } from './read-json.ts'
import { isRecent } from './signatures.ts'

// Mattermost, Rocket.Chat, and Zulip send a token in each request instead of a signature.

const SLASH_COMMAND = /^\/meme(?=\s|$)/i

export interface TeamChatRequest {
  token: string
  user: string
  channel: string
  text: string
  /** In milliseconds since 1970; undefined if the chat does not send it. */
  sentAt: number | undefined
  /** The command as typed in this chat. */
  command: string
  isByBot: boolean
}

export interface TeamChat {
  /** Parses the body's text; undefined if it is not in this chat's format. */
  read(text: string): TeamChatRequest | undefined
  /** @param picture `next` describes how to get the next one */
  show(picture: PictureFacts & { next: string }): object
  notice(sentence: string): object
}

/** Slash command (Mattermost developer documentation, "Custom slash commands"). */
const mattermost: TeamChat = {
  read(text) {
    const form = new URLSearchParams(text)
    const token = form.get('token')
    if (token === null) return undefined
    const field = (name: string) => form.get(name) ?? ''
    return {
      token,
      user: field('user_id'),
      channel: field('channel_id'),
      text: field('text'),
      sentAt: triggeredAt(field('trigger_id')),
      command: '/meme',
      isByBot: false,
    }
  },
  show: ({ name, alt, page, url, next }) => ({
    response_type: 'in_channel',
    attachments: [{ fallback: alt, title: name || page, title_link: page, image_url: url, footer: next }],
  }),
  notice: (text) => ({ response_type: 'ephemeral', text }),
}

/** The third part of a trigger id is the time. */
function triggeredAt(triggerId: string): number | undefined {
  const [, , at = ''] = Buffer.from(triggerId, 'base64').toString('latin1').split(':')
  return /^\d{13}$/.test(at) ? Number(at) : undefined
}

const RocketChatBody = z.object({
  token: z.string(),
  text: z.string().default(''),
  trigger_word: z.string().default('!meme'),
  channel_id: z.string().default(''),
  user_id: z.string().default(''),
  timestamp: z.string().optional(),
  /** An object if an integration wrote the message. */
  bot: z.unknown().optional(),
})

/** Outgoing webhook, event "Message Sent" (Rocket.Chat documentation, "Integrations"). */
const rocketChat: TeamChat = {
  read(text) {
    const body = RocketChatBody.safeParse(readJson(text)).data
    if (!body) return undefined
    const { token, user_id: user, channel_id: channel, trigger_word: command, timestamp } = body
    return {
      token,
      user,
      channel,
      text: body.text.startsWith(command) ? body.text.slice(command.length) : body.text,
      sentAt: timestamp === undefined ? undefined : Date.parse(timestamp),
      command,
      isByBot: Boolean(body.bot),
    }
  },
  show: ({ name, alt, page, url, next }) => ({
    text: next,
    attachments: [{ title: name || alt, title_link: page, image_url: url }],
  }),
  // A space without width after each @, so that typed words mention no one in the bot's name.
  notice: (text) => ({ text: text.replaceAll('@', '@\u200b') }),
}

const ZulipBody = z.object({
  token: z.string(),
  data: z.string(),
  bot_full_name: z.string().default(''),
  message: z.object({
    sender_id: z.number().optional(),
    stream_id: z.number().nullish(),
    timestamp: z.number().optional(),
  }),
})

/** Outgoing webhook in Zulip's format (Zulip API documentation, "Outgoing webhooks"). Zulip sends no messages of bots. */
const zulip: TeamChat = {
  read(text) {
    const body = ZulipBody.safeParse(readJson(text)).data
    if (!body) return undefined
    const { sender_id, stream_id, timestamp } = body.message
    return {
      token: body.token,
      user: String(sender_id ?? ''),
      channel: String(stream_id ?? 'direct'),
      text: body.data.replace(/@\*\*[^*]*\*\*/g, ' '),
      sentAt: timestamp === undefined ? undefined : timestamp * 1000,
      command: `@${plain(body.bot_full_name)}`,
      isByBot: false,
    }
  },
  show: ({ name, alt, page, url, next }) => ({
    content: `[${plain(name || alt)}](${page})\n[${plain(alt)}](${url})\n${next}`,
  }),
  notice: (content) => ({ content: plain(content) }),
}

/** Removes the characters of Markdown's links and of mentions such as `@**all**`. */
const plain = (text: string) => text.replaceAll(/[[\]*`\n]/g, ' ').trim()

export const TEAM_CHATS = { mattermost, 'rocket-chat': rocketChat, zulip } as const satisfies Record<string, TeamChat>

/** Requires the token and a recent time. Requests without a time, which older versions send, count as recent. */
export function isFromTeamChat(request: TeamChatRequest | undefined, token: string): boolean {
  if (!request || !isEqualConstantTime(request.token, token)) return false
  return request.sentAt === undefined || isRecent(request.sentAt / 1000)
}

/** Responds to a command with a picture for the channel, or with a sentence. Null for messages of bots, which could form a loop. */
export async function answerTeamChat(deps: BotDeps, chat: TeamChat, request: TeamChatRequest): Promise<object | null> {
  if (request.isByBot) return null
  const { user, channel, command } = request
  const answer = await answerCommand(deps, { asker: `${channel}/${user}`, text: wordsOf(request), name: command })
  if ('notice' in answer) return chat.notice(shorten(answer.notice, TEXT_MAX_CHARS))
  const t = textsOf('bots', answer.language)
  const next = t('next', { command, next: t('nextWord') })
  return chat.show({ ...pictureFacts(answer.meme, deps.config.publicUrl), next })
}

export const teamChatNotice = (chat: TeamChat, request: TeamChatRequest, notice: 'busy' | 'tooMany'): object =>
  chat.notice(textsOf('bots', languageOfWords(wordsOf(request)))(notice))

/** In a chat without slash commands of its own, people may also type `/meme`. */
const wordsOf = ({ text }: TeamChatRequest) => text.trim().replace(SLASH_COMMAND, '')
