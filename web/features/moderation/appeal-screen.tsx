import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { APPEAL_MAX_CHARS } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import looks from '../../ui/looks.module.css'
import { PageTitle } from '../../ui/page-title.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'
import styles from './desk.module.css'

const KEY = 'own-appeals'

/** Target of the link in emails about a removal or suspension: a form for one appeal, and replies to earlier appeals. */
export function AppealScreen() {
  const { t, language } = useTranslation()
  const client = useQueryClient()
  const [address] = useSearchParams()
  const memeId = address.get('meme')
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isRunning, run } = useTask()
  const { data } = useQuery({
    queryKey: [KEY, memeId],
    queryFn: ({ signal }) => api('GET /appeals', { query: memeId ? { memeId } : {}, signal }),
  })
  const decision = data?.decision
  const appeals = data?.data ?? []
  const isDone = appeals.some((appeal) => appeal.memeId === memeId && appeal.status === 'open')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return setMissing(true)
    void run(async () => {
      toast.success((await api('POST /appeals', { body: { text, ...(memeId ? { memeId } : {}) } })).message)
      setText('')
      await client.invalidateQueries({ queryKey: [KEY] })
    })
  }
  return (
    <div className={styles.page} data-narrow="">
      <PageTitle>{t('desk.appeal.title')}</PageTitle>
      <h1 className={styles.title}>{t('desk.appeal.title')}</h1>
      {!isDone && (
        <form className={styles.form} noValidate onSubmit={send}>
          {decision?.memeName && <h2 className={classNames(styles.section, looks.breakable)}>{decision.memeName}</h2>}
          <p>{memeId ? t('desk.appeal.aboutMeme') : t('desk.appeal.aboutSuspension')}</p>
          {decision?.reason && (
            <p className={looks.breakable}>{t('desk.decidedBecause', { reason: decision.reason })}</p>
          )}
          <TextArea
            label={t('desk.appeal.text')}
            error={isMissing ? t('desk.appeal.missing') : undefined}
            rows={6}
            maxChars={APPEAL_MAX_CHARS}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setMissing(false)
            }}
          />
          <Button type="submit" loading={isRunning}>
            {t('desk.appeal.send')}
          </Button>
        </form>
      )}
      {appeals.length > 0 && <h2 className={styles.section}>{t('desk.appeal.earlier')}</h2>}
      <ol className={styles.log}>
        {appeals.map((appeal) => (
          <li key={appeal._id}>
            <p>{appeal.memeName ?? t(appeal.memeId ? 'desk.appealMeme' : 'desk.appealSuspension')}</p>
            <time className={looks.quiet} dateTime={appeal.createdAt}>
              {formatMoment(appeal.createdAt, language)}
            </time>
            {/* i18n-keys: desk.appeal.status.* */}
            <strong>{t(`desk.appeal.status.${appeal.status}`)}</strong>
            <blockquote className={styles.quote}>{appeal.text}</blockquote>
            {appeal.answer && <span>{appeal.answer}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
