import { SETTING_KEYS, type SettingKey, SettingsInput, type SiteSettings } from '#contract/site/settings.ts'
import type { Command } from '#server/platform/commands/command.ts'
import type { DomainDeps } from '../domain.ts'
import { readSettings } from '../settings/read-settings.ts'
import { changeSiteSettings } from './change-site-settings.ts'
import { firstAdminLink } from './first-admin.ts'

const USAGE = 'get [KEY] | set KEY VALUE'

const isKey = (text: string): text is SettingKey => (SETTING_KEYS as string[]).includes(text)

function show(value: SiteSettings[SettingKey]): string {
  if (!Array.isArray(value)) return String(value)
  return value.some((entry) => typeof entry === 'object') ? JSON.stringify(value) : value.join(',')
}

/** Parses a value in command-line syntax: lists are comma-separated, numbers and switches are literal, the rules are JSON. */
function readValue(key: SettingKey, text: string): SettingsInput | undefined {
  const list = text === '' ? [] : text.split(',').map((part) => part.trim())
  const number = /^\d+$/.test(text) ? [Number(text)] : []
  const flag = ['on', 'true'].includes(text) ? [true] : ['off', 'false'].includes(text) ? [false] : []
  for (const value of [...number, ...flag, text, list, ...parsedJson(text)]) {
    const parsed = SettingsInput.safeParse({ [key]: value })
    if (parsed.success) return parsed.data
  }
  return undefined
}

function parsedJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

/** Commands for the first admin's link and for the site settings. */
export const adminCommands: Record<string, Command<DomainDeps>> = {
  'first-admin': {
    usage: '',
    what: 'print the link that makes the signed-in member who opens it the first admin',
    async run(deps, _args, io) {
      const link = await firstAdminLink(deps)
      if (link === undefined) {
        io.complain('memeroom first-admin: the site already has an admin; `user role NAME admin` appoints another')
        return 1
      }
      io.print(link)
      return 0
    },
  },
  settings: {
    usage: USAGE,
    what: 'show or change settings of the site, at once on every node',
    async run(deps, [verb = '', key, ...words], io) {
      if (verb === 'get' && words.length === 0 && (key === undefined || isKey(key))) {
        const settings = await readSettings(deps.db)
        if (key !== undefined) io.print(show(settings[key]))
        else for (const each of SETTING_KEYS) io.print(`${each}=${show(settings[each])}`)
        return 0
      }
      if (verb !== 'set' || key === undefined || !isKey(key) || words.length === 0) {
        io.complain(`usage: settings ${USAGE}; keys: ${SETTING_KEYS.join(', ')}`)
        return 1
      }
      const input = readValue(key, words.join(' '))
      if (!input) {
        io.complain(`${key} cannot have this value`)
        return 1
      }
      const settings = await changeSiteSettings(deps, null, input, null)
      io.print(`${key}=${show(settings[key])}`)
      return 0
    },
  },
}
