import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { SettingKey, SettingsInput, SiteSettings } from '#contract/site/settings.ts'
import { type Answer, api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { paintAccent, site } from '../../lib/site.ts'

export const SETTINGS_KEY = ['admin-settings']

/** Settings as the fields hold them: the domains are one text. */
export type Draft = Omit<SiteSettings, 'mailDomains'> & { mailDomains: string }

export interface SettingsDraft {
  /** The saved settings with the unsaved changes on top. */
  values: Draft
  /** Messages by the path of their value. */
  errors: Readonly<Record<string, string>>
  change: <K extends SettingKey>(key: K, value: Draft[K]) => void
  isChanged: (keys: readonly SettingKey[]) => boolean
  /** Saves only these settings. On failure, shows the messages of invalid fields, and throws. */
  save: (keys: readonly SettingKey[]) => Promise<void>
}

const draftOf = (saved: SiteSettings): Draft => ({ ...saved, mailDomains: saved.mailDomains.join(', ') })

const inputOf = ({ mailDomains, ...others }: Partial<Draft>): SettingsInput => ({
  ...others,
  ...(mailDomains !== undefined && { mailDomains: mailDomains.split(/[\s,;]+/).filter(Boolean) }),
})

const pick = <T extends object>(from: T, keys: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>

/** Unsaved changes of the settings, by setting, so that those of one section survive the Save of another. */
export function useSettingsDraft(saved: SiteSettings): SettingsDraft {
  const client = useQueryClient()
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const base = draftOf(saved)
  const values = { ...base, ...changes }

  const save = async (keys: readonly SettingKey[]) => {
    const isOther = (path: string) => !keys.some((key) => key === path.split('.')[0])
    const others = (all: Record<string, string>) =>
      Object.fromEntries(Object.entries(all).filter(([path]) => isOther(path)))
    const sent = pick(values, keys)
    setErrors(others)
    try {
      const { data } = await api('PUT /admin/settings', { body: inputOf(sent) })
      // Changes made while the request was under way stay.
      setChanges((before) =>
        pick(
          before,
          keysOf(before).filter((key) => isOther(key) || before[key] !== sent[key]),
        ),
      )
      // Only these settings: the response to another section's Save may be newer.
      client.setQueryData<Answer<'GET /admin/settings'>>(
        SETTINGS_KEY,
        (held) => held && { ...held, data: { ...held.data, ...pick(data, keys) } },
      )
      await showSite(data)
    } catch (problem) {
      if (problem instanceof ApiError) {
        const { errors: found } = problem
        flushSync(() => setErrors((all) => ({ ...others(all), ...messagesOf(found) })))
      }
      throw problem
    }
  }
  return {
    values,
    errors,
    change: (key, value) => setChanges((before) => ({ ...before, [key]: value })),
    isChanged: (keys) => JSON.stringify(pick(values, keys)) !== JSON.stringify(pick(base, keys)),
    save,
  }
}

const keysOf = (changes: Partial<Draft>) => Object.keys(changes) as SettingKey[]

/** The message of a part is also that of its field, such as the one of `mailDomains.1`. */
const messagesOf = (errors: ApiError['errors']): Record<string, string> =>
  Object.fromEntries(
    errors.flatMap(({ path, message }) => [path, path.split('.')[0] ?? ''].map((key) => [key, message])),
  )

/** Applies saved settings to the open page at once. */
async function showSite(settings: SiteSettings): Promise<void> {
  const { siteName: name, languages, rules, accentColor, access, registration } = settings
  site.set({
    ...site.get(),
    name,
    languages,
    hasRules: rules.length > 0,
    membersOnly: access === 'members',
    registration,
  })
  await paintAccent(accentColor)
}
