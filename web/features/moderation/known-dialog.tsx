import { useState } from 'react'
import { MEME_LANGUAGES, type MemeLanguage } from '#contract/languages.ts'
import {
  KNOWN_NAME_MAX_CHARS,
  KNOWN_NAMES_MAX,
  KNOWN_TEXT_MAX_CHARS,
  type KnownEntry,
} from '#contract/templates/known-templates.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { languageName } from '../../lib/language-name.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './known-dialog.module.css'

interface Texts {
  names: string
  shows: string
  origin: string
}

interface KnownDialogProps {
  /** Null for a new entry. */
  entry: KnownEntry | null
  onClose: () => void
  onSaved: () => void
}

/** The form of a well-known template. */
export function KnownDialog({ entry, onClose, onSaved }: KnownDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(entry?.name ?? '')
  const [texts, setTexts] = useState(() => textsOf(entry))
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [isBusy, setBusy] = useState(false)
  // The form has the languages of memes. Texts in others stay as they are.
  const kept = (entry?.texts ?? []).filter(({ language }) => !MEME_LANGUAGES.some((one) => one === language))
  const body = {
    name,
    texts: [
      ...MEME_LANGUAGES.map((language) => ({ language, ...texts[language], names: linesOf(texts[language].names) })),
      ...kept,
    ],
  }
  const errorOf = (path: string) =>
    failure?.errors.find((error) => error.path === path || error.path.startsWith(`${path}.`))?.message
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      if (entry) await api('PUT /moderation/known-templates/{id}', { params: { id: entry.id }, body })
      else await api('POST /moderation/known-templates', { body })
      toast.success(t('desk.known.saved', { name }))
      onSaved()
      onClose()
    } catch (error) {
      if (error instanceof ApiError && [400, 422].includes(error.status)) setFailure(error)
      else toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  const change = (language: MemeLanguage, part: Partial<Texts>) =>
    setTexts((before) => ({ ...before, [language]: { ...before[language], ...part } }))
  return (
    <FormDialog
      title={entry ? t('desk.known.edit', { name: entry.name }) : t('desk.known.add')}
      isSending={isBusy}
      className={styles.form}
      submit={t('desk.known.save')}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      {failure && failure.errors.length === 0 && (
        <p role="alert" className={styles.problem} ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
          {failure.message}
        </p>
      )}
      <TextField
        label={t('desk.known.name')}
        value={name}
        maxChars={KNOWN_NAME_MAX_CHARS}
        error={errorOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      {MEME_LANGUAGES.map((language, at) => (
        <fieldset key={language} className={styles.language}>
          <legend>{languageName(language)}</legend>
          <TextArea
            label={t('desk.known.otherNames')}
            hint={t('desk.known.namesHint', { max: KNOWN_NAMES_MAX })}
            value={texts[language].names}
            error={errorOf(`texts.${at}.names`)}
            onChange={(event) => change(language, { names: event.target.value })}
          />
          <TextArea
            label={t('desk.known.shows')}
            rows={2}
            maxChars={KNOWN_TEXT_MAX_CHARS}
            value={texts[language].shows}
            error={errorOf(`texts.${at}.shows`)}
            onChange={(event) => change(language, { shows: event.target.value })}
          />
          <TextArea
            label={t('desk.known.origin')}
            rows={2}
            maxChars={KNOWN_TEXT_MAX_CHARS}
            value={texts[language].origin}
            error={errorOf(`texts.${at}.origin`)}
            onChange={(event) => change(language, { origin: event.target.value })}
          />
        </fieldset>
      ))}
    </FormDialog>
  )
}

const textsOf = (entry: KnownEntry | null) =>
  Object.fromEntries(MEME_LANGUAGES.map((language) => [language, textsIn(entry, language)])) as Record<
    MemeLanguage,
    Texts
  >

function textsIn(entry: KnownEntry | null, language: MemeLanguage): Texts {
  const found = entry?.texts.find((one) => one.language === language)
  return { names: found?.names.join('\n') ?? '', shows: found?.shows ?? '', origin: found?.origin ?? '' }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
