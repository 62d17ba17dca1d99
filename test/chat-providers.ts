import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** The public key in the format of Discord's developer portal. */
export function discordKeys(): { privateKey: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  return { privateKey, publicKey: raw.toString('hex') }
}

const seconds = () => String(Math.floor(Date.now() / 1000))

async function post(url: string, body: string, type: string, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': type, ...headers } })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

/** Sends updates like the Bot API's webhooks. */
export function telegram(origin: string, secret: string) {
  let updates = 0
  const send = (update: object) => {
    updates += 1
    const body = JSON.stringify({ update_id: updates, ...update })
    return post(`${origin}/bots/telegram`, body, 'application/json', { 'x-telegram-bot-api-secret-token': secret })
  }
  return {
    send,
    inlineQuery: (query: string, { offset = '', language_code = 'en', id = 1 } = {}) =>
      send({
        inline_query: {
          id: `query-${updates}`,
          from: { id, is_bot: false, first_name: 'Lan', language_code },
          query,
          offset,
        },
      }),
  }
}

/** Sends signed interactions, as Discord does to an application's interactions endpoint. */
export function discord(origin: string, privateKey: KeyObject) {
  const send = (interaction: object, { timestamp = seconds(), tamper = '' } = {}) => {
    const body = JSON.stringify({ id: '1', application_id: '2', token: 't', version: 1, ...interaction })
    const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString('hex')
    const headers = { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp }
    return post(`${origin}/bots/discord`, body + tamper, 'application/json', headers)
  }
  const asked = (type: number, value: string, locale: string) =>
    send({
      type,
      locale,
      member: { user: { id: '81' } },
      data: { id: '3', name: 'meme', type: 1, options: [{ name: 'words', type: 3, value, focused: type === 4 }] },
    })
  return {
    send,
    ping: (options = {}) => send({ type: 1 }, options),
    command: (words: string, locale = 'en-US') => asked(2, words, locale),
    autocomplete: (words: string, locale = 'en-US') => asked(4, words, locale),
  }
}

/** Sends slash commands in the format that Slack applications receive. */
export function slack(origin: string, secret: string) {
  const send = (form: Record<string, string>, { timestamp = seconds(), tamper = '' } = {}) => {
    const body = new URLSearchParams(form).toString()
    const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
    const headers = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${mac}` }
    return post(`${origin}/bots/slack`, body + tamper, 'application/x-www-form-urlencoded', headers)
  }
  return {
    send,
    command: (text: string, options = {}) =>
      send(
        { command: '/meme', text, user_id: 'U1', team_id: 'T1', response_url: 'https://hooks.slack.com/x' },
        options,
      ),
  }
}

/** Sends slash commands as Mattermost does (recorded from its developer documentation). */
export function mattermost(origin: string, token: string) {
  return {
    command: (text: string, { user = 'k1x4aqdjy3813c84m771eoc9xo', sentAt = Date.now() } = {}) => {
      const form = {
        channel_id: 'i3bb9xfyqt8rtbyshmyhgsj16c',
        channel_name: 'town-square',
        command: '/meme',
        response_url: 'http://10.0.0.5:8065/hooks/commands/zozc1xwxybdedeyz8djwjpngny',
        team_domain: 'rrrr',
        team_id: 'tsb8crrn5tgqtedpkt81b4tcya',
        text,
        token,
        trigger_id: Buffer.from(`4md3yr7cjbd1pcrsk46j9zm1oc:${user}:${sentAt}:MEUCIHRuakveFg==`).toString('base64'),
        user_id: user,
        user_name: 'tester',
      }
      const body = new URLSearchParams(form).toString()
      const headers = { authorization: `Token ${token}`, accept: 'application/json' }
      return post(`${origin}/bots/mattermost`, body, 'application/x-www-form-urlencoded', headers)
    },
  }
}

/** Sends messages as Rocket.Chat's outgoing webhooks do (recorded bodies of version 3). */
export function rocketChat(origin: string, token: string) {
  return {
    command: (
      text: string,
      { user = 'zk8ei6fZYTxnNdbWg', sentAt = Date.now(), bot = false as boolean | object } = {},
    ) => {
      const message = {
        token,
        bot,
        trigger_word: '!meme',
        channel_id: 'ZpMw6XxSuZdpupcDa',
        channel_name: 'general',
        message_id: 'QSGJ9YqFkXuinmHAt',
        timestamp: new Date(sentAt).toISOString(),
        user_id: user,
        user_name: 'tester',
        text: `!meme ${text}`,
        siteUrl: 'http://localhost:3006/',
      }
      return post(`${origin}/bots/rocket-chat`, JSON.stringify(message), 'application/json', {})
    },
  }
}

/** Sends messages as Zulip's outgoing webhooks do (API documentation, "Outgoing webhooks"). */
export function zulip(origin: string, token: string) {
  return {
    command: (text: string, { user = '4', sentAt = Date.now() } = {}) => {
      const data = `@**Memes** ${text}`
      const message = {
        bot_email: 'memes-bot@zulip.example',
        bot_full_name: 'Memes',
        data,
        trigger: 'mention',
        token,
        message: {
          id: 112,
          sender_id: Number(user),
          sender_email: 'user4@zulip.example',
          sender_full_name: 'Tester',
          stream_id: 5,
          subject: 'Verona',
          display_recipient: 'Verona',
          type: 'stream',
          timestamp: Math.floor(sentAt / 1000),
          content: data,
        },
      }
      return post(`${origin}/bots/zulip`, JSON.stringify(message), 'application/json', {})
    },
  }
}
