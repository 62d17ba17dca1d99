import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PICTURE_FAILURES } from '../errors.ts'
import {
  ACCENT_COLOR,
  LANGUAGES_MAX,
  MAIL_DOMAINS_MAX,
  MEGABYTES_PER_DAY_MAX,
  ORIGINALS_DAYS_MAX,
  QUOTA_MEGABYTES_MAX,
  QUOTA_MEMES_MAX,
  REVIEW_DAYS_MAX,
  REVIEW_MEMES_MAX,
  SITE_DESCRIPTION_MAX_CHARS,
  SITE_NAME_MAX_CHARS,
  SITE_RULES_MAX_CHARS,
  UPLOADS_PER_DAY_MAX,
} from '../limits.ts'
import { isEmail, isPlainLine, normalEmail, normalLine } from '../people/names.ts'
import { ContentLanguage, Email, MessageAnswer, okData, optional, optionalText, text, upTo } from '../primitives.ts'
import { isVisible } from '../words.ts'
import { carriesWhiteText } from './accent.ts'

const line = (max: number) =>
  text()
    .transform(normalLine)
    .refine(...upTo(max))
    .refine((value) => value === '' || (isPlainLine(value) && isVisible(value)), 'invalidText')

/** A domain such as example.com, in lower case. */
const MailDomain = text()
  .transform(normalEmail)
  .refine((value) => value.length <= 253 && isEmail(`a@${value}`), 'invalidValue')

const flag = z.preprocess((value) => (value === 'on' ? true : value === 'off' ? false : value), z.boolean())
const number = (max: number) =>
  z
    .number({ error: (issue) => (issue.input === undefined ? 'requiredField' : 'invalidType') })
    .int('outOfRange')
    .min(0, 'outOfRange')
    .max(max, 'outOfRange')

/** `members`: strangers see only the pages for signing in and the legal pages. */
export const SITE_ACCESS = ['public', 'members'] as const
export const REGISTRATIONS = ['open', 'invite', 'closed'] as const

/** Community rules as plain text, at most once in each language. A language without a text has no rules of its own. */
export const SiteRules = z
  .array(z.object({ language: ContentLanguage, text: optionalText(SITE_RULES_MAX_CHARS, 'tooLong') }))
  .max(LANGUAGES_MAX)
  .refine((rules) => new Set(rules.map(({ language }) => language)).size === rules.length, 'invalidValue')
  .overwrite((rules) => rules.filter(({ text }) => text !== ''))
export type SiteRules = z.infer<typeof SiteRules>

/** Settings that admins change in the browser or by command. They are stored in the database and apply on every node at once. */
const shape = {
  siteName: line(SITE_NAME_MAX_CHARS).refine((value) => value !== '', 'requiredField'),
  siteDescription: line(SITE_DESCRIPTION_MAX_CHARS),
  /** `#rrggbb` that carries white text, or empty for the default accent. */
  accentColor: text()
    .transform((value) => value.trim().toLowerCase())
    .refine((value) => value === '' || ACCENT_COLOR.test(value), { error: 'invalidValue', abort: true })
    .refine((value) => value === '' || carriesWhiteText(value), 'lowContrast'),
  /** Empty: use the configured address. */
  contactEmail: text()
    .transform(normalEmail)
    .refine((value) => value === '' || Email.safeParse(value).success, 'invalidEmail'),
  rules: SiteRules,
  /** Languages that the site offers; by default all that are completely translated. */
  languages: z.array(ContentLanguage).min(1).max(LANGUAGES_MAX),
  access: z.enum(SITE_ACCESS),
  registration: z.enum(REGISTRATIONS),
  /** Only addresses of these domains may register, or replace the address of a member; empty: all. */
  mailDomains: z.array(MailDomain).max(MAIL_DOMAINS_MAX),
  /** Daily uploads per person, by role; 0: no limit. Admins have no limit. */
  uploadsPerDayMember: number(UPLOADS_PER_DAY_MAX),
  uploadsPerDayModerator: number(UPLOADS_PER_DAY_MAX),
  /** Megabytes that members and moderators may upload per day; 0: no limit. */
  megabytesPerDay: number(MEGABYTES_PER_DAY_MAX),
  /**
   * Memes that a member or moderator may have, and megabytes of their files; 0: no limit. An admin may set others for one member.
   */
  memesPerMember: number(QUOTA_MEMES_MAX),
  megabytesPerMember: number(QUOTA_MEGABYTES_MAX),
  /** Memes on the site, and megabytes of all its files; 0: no limit. They apply to admins as well. */
  memesOfSite: number(QUOTA_MEMES_MAX),
  megabytesOfSite: number(QUOTA_MEGABYTES_MAX),
  /** Days after which originals of still pictures are deleted; their sizes stay. 0: never. */
  originalsDays: number(ORIGINALS_DAYS_MAX),
  /** True if moderators and admins without a second factor have only member permissions until they turn one on. */
  staffNeedsSecondFactor: flag,
  /** True if uploads of new members wait for a moderator: their first memes, and all memes until the account is old enough. */
  review: flag,
  reviewFirstMemes: number(REVIEW_MEMES_MAX),
  reviewYoungerThanDays: number(REVIEW_DAYS_MAX),
  /** True if new pictures are scored for sensitive content, if the required packages are installed. */
  sensitiveScoring: flag,
  /** Minimum score, in percent, to mark a meme as sensitive. */
  sensitiveThreshold: number(100).refine((value) => value >= 1, 'outOfRange'),
  /** True if memes marked by the score also wait for a moderator. */
  sensitiveReview: flag,
  /** True if members may receive Web Push notifications through the push services of their browsers. */
  webPush: flag,
  /** Lets chats search the site in the formats of GIF providers, under /gif/. */
  gifProvider: flag,
  /** Requires a key of the GIF provider also on a public site. */
  gifKeysRequired: flag,
}

export const SiteSettings = z.object(shape).meta({ id: 'SiteSettings' })
export type SiteSettings = z.infer<typeof SiteSettings>
export type SettingKey = keyof SiteSettings

export const DEFAULT_SETTINGS: SiteSettings = {
  siteName: 'Memeroom',
  siteDescription: '',
  accentColor: '',
  contactEmail: '',
  rules: [],
  languages: [],
  access: 'public',
  registration: 'open',
  mailDomains: [],
  uploadsPerDayMember: 0,
  uploadsPerDayModerator: 0,
  megabytesPerDay: 0,
  memesPerMember: 0,
  megabytesPerMember: 0,
  memesOfSite: 0,
  megabytesOfSite: 0,
  originalsDays: 0,
  staffNeedsSecondFactor: false,
  review: false,
  reviewFirstMemes: 3,
  reviewYoungerThanDays: 7,
  sensitiveScoring: true,
  sensitiveThreshold: 80,
  sensitiveReview: false,
  webPush: false,
  gifProvider: false,
  gifKeysRequired: false,
}
/** Changing one of these needs a fresh proof of identity: they decide who gets in, and how staff sign in. */
export const PROVEN_SETTINGS: readonly SettingKey[] = [
  'access',
  'registration',
  'mailDomains',
  'staffNeedsSecondFactor',
]
export const SETTING_KEYS = Object.keys(DEFAULT_SETTINGS) as SettingKey[]

export const SettingsInput = z.object({
  siteName: optional(shape.siteName),
  siteDescription: optional(shape.siteDescription),
  accentColor: optional(shape.accentColor),
  contactEmail: optional(shape.contactEmail),
  rules: optional(shape.rules),
  languages: optional(shape.languages),
  access: optional(shape.access),
  registration: optional(shape.registration),
  mailDomains: optional(shape.mailDomains),
  uploadsPerDayMember: optional(shape.uploadsPerDayMember),
  uploadsPerDayModerator: optional(shape.uploadsPerDayModerator),
  megabytesPerDay: optional(shape.megabytesPerDay),
  memesPerMember: optional(shape.memesPerMember),
  megabytesPerMember: optional(shape.megabytesPerMember),
  memesOfSite: optional(shape.memesOfSite),
  megabytesOfSite: optional(shape.megabytesOfSite),
  originalsDays: optional(shape.originalsDays),
  staffNeedsSecondFactor: optional(shape.staffNeedsSecondFactor),
  review: optional(shape.review),
  reviewFirstMemes: optional(shape.reviewFirstMemes),
  reviewYoungerThanDays: optional(shape.reviewYoungerThanDays),
  sensitiveScoring: optional(shape.sensitiveScoring),
  sensitiveThreshold: optional(shape.sensitiveThreshold),
  sensitiveReview: optional(shape.sensitiveReview),
  webPush: optional(shape.webPush),
  gifProvider: optional(shape.gifProvider),
  gifKeysRequired: optional(shape.gifKeysRequired),
})
export type SettingsInput = z.infer<typeof SettingsInput>

/**
 * Installs the packages that detect sensitive pictures; run it in the site's folder. The packages go into a separate folder, so
 * that neither the `npm ci` of an update nor a start removes them.
 */
export const SCORING_INSTALL_COMMAND =
  'npm install --prefix server --no-save --omit=dev --ignore-scripts nsfwjs@4.4.0 @tensorflow/tfjs@4.22.0 @tensorflow/tfjs-backend-wasm@4.22.0'

const answer = okData(SiteSettings).extend({
  installedLanguages: z.array(ContentLanguage).meta({ description: 'All languages that the site can offer' }),
  canScorePictures: z.boolean().meta({
    description: 'True if the packages that detect sensitive pictures are installed on the node that answers',
  }),
})

export const getSettings = defineCall('GET /admin/settings', {
  tag: 'admin',
  auth: 'member',
  role: 'admin',
  summary: 'Get all settings of the site',
  response: answer,
})

export const changeSettings = defineCall('PUT /admin/settings', {
  tag: 'admin',
  auth: 'member',
  role: 'admin',
  summary: `Change the given settings. A change of ${PROVEN_SETTINGS.join(', ')} requires a fresh proof of identity`,
  body: SettingsInput,
  failures: ['settings.picturesElsewhere', 'auth.confirmFirst'],
  response: answer,
})

export const setLogo = defineCall('PUT /admin/logo', {
  tag: 'admin',
  auth: 'member',
  role: 'admin',
  summary: 'Set the site’s logo: the center square of a picture',
  files: ['logo'],
  multipart: 'required',
  failures: [...PICTURE_FAILURES, 'image.avatarTooLarge', 'image.required'],
  response: MessageAnswer.extend({ logo: z.string() }),
})

export const removeLogo = defineCall('DELETE /admin/logo', {
  tag: 'admin',
  auth: 'member',
  role: 'admin',
  summary: 'Remove the site’s logo; the product’s default logo returns',
  response: MessageAnswer,
})
