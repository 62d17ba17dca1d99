import { useMeme } from '../../entities/memes.ts'
import { formatDay, formatMoment } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { whyNoPower } from '../../lib/roles.ts'
import { Link } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import styles from './desk.module.css'
import type { DeskMeme, DeskPerson, ReportedMeme } from './desk-query.ts'

interface DeskItemProps {
  item: DeskMeme
  isActive: boolean
  isChosen: boolean
  onActive: () => void
  onChoose: () => void
  onApprove: () => void
  onRemove: () => void
  onSuspend: () => void
}

/** A meme to decide about, with all information that the decision needs. */
export function DeskItem({ item, isActive, isChosen, onActive, onChoose, ...decisions }: DeskItemProps) {
  const { t, language } = useTranslation()
  const { user } = useSession()
  const { uploader } = item
  const meme = useMeme(item.meme)
  const noPower = uploader && whyNoPower(user, uploader)
  const since = 'reports' in item ? item.firstReportedAt : item.waitingSince
  return (
    <article
      className={styles.item}
      data-active={isActive || undefined}
      tabIndex={-1}
      aria-current={isActive || undefined}
      aria-label={meme.name}
      onFocus={onActive}
    >
      <Link to={paths.meme(meme._id)} target="_blank" className={styles.picture}>
        <img src={meme.image.imageSmall} alt={meme.altText || meme.name} loading="lazy" decoding="async" />
      </Link>
      <div className={styles.facts}>
        <label className={styles.name}>
          <input type="checkbox" checked={isChosen} onChange={onChoose} aria-label={t('desk.choose')} />
          <strong>{meme.name}</strong>
        </label>
        <p className={looks.quiet}>{t('desk.waitingSince', { time: formatMoment(since, language) })}</p>
        {uploader && <Uploader person={uploader} />}
        {'reports' in item && <Reports item={item} />}
        {noPower && <NoPower why={noPower} />}
        <div className={styles.buttons}>
          {noPower !== 'own' && (
            <>
              <Button size="sm" variant="secondary" onClick={decisions.onApprove}>
                {t('desk.approve')} <kbd>a</kbd>
              </Button>
              <Button size="sm" variant="danger" onClick={decisions.onRemove}>
                {t('desk.remove')} <kbd>r</kbd>
              </Button>
            </>
          )}
          {uploader && !uploader.isSuspended && !noPower && (
            <Button size="sm" variant="secondary" onClick={decisions.onSuspend}>
              {t('desk.suspend')} <kbd>s</kbd>
            </Button>
          )}
        </div>
      </div>
    </article>
  )
}

/** Explains why there are no buttons. */
export function NoPower({ why }: { why: 'own' | 'above' | 'decided' }) {
  const { t } = useTranslation()
  /* i18n-keys: desk.noPower.* */
  return <p className={looks.quiet}>{t(`desk.noPower.${why}`)}</p>
}

export function Uploader({ person }: { person: DeskPerson }) {
  const { t, language } = useTranslation()
  return (
    <p className={styles.person}>
      <Avatar name={person.displayName} src={person.avatarUrl} size={28} />
      <Link to={paths.user(person.username)}>@{person.username}</Link>
      <span className={looks.quiet}>
        {t('desk.record', {
          since: formatDay(person.createdAt, language),
          memes: person.memesCount,
          removed: person.removedCount,
          suspensions: person.suspensionsCount,
        })}
      </span>
      {person.isSuspended && <span className={styles.flag}>{t('desk.suspended')}</span>}
    </p>
  )
}

function Reports({ item }: { item: ReportedMeme }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.reasons}>
        {item.reasons.map(({ reason, count }) => (
          <span key={reason} className={styles.reason}>
            {/* i18n-keys: report.reason.* */}
            {t(`report.reason.${reason}`)} · {count}
          </span>
        ))}
      </p>
      {item.reports.length > 0 && (
        <ul className={styles.notes}>
          {item.reports.map((report) => (
            <li key={report._id}>
              <span className={looks.quiet}>
                {report.reporter
                  ? t('desk.reporter', {
                      name: report.reporter.username,
                      right: report.reporter.upheldCount,
                      wrong: report.reporter.dismissedCount,
                    })
                  : t('desk.visitor')}
              </span>
              {report.note && <span>{report.note}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
