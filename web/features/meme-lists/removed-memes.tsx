import { CircleSlash } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { paths, removedCard } from '../../lib/paths.ts'
import { Link, useLocation } from '../../lib/router.tsx'
import looks from '../../ui/looks.module.css'
import type { RemovedMeme } from '../memes/data/user-memes-query.ts'
import styles from './removed-memes.module.css'

/** Cards of the member's removed memes, with the reason and a link to appeal. Notifications link to them. */
export function RemovedMemes({ memes }: { memes: readonly RemovedMeme[] }) {
  const { t } = useTranslation()
  const { hash } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const wanted = memes.find(({ _id }) => hash === `#${removedCard(_id)}`)?._id
  useEffect(() => {
    if (wanted) list.current?.querySelector<HTMLElement>(`[id="${removedCard(wanted)}"]`)?.focus()
  }, [wanted])
  if (memes.length === 0) return null
  return (
    <ul ref={list} className={styles.list} aria-label={t('own.removed.list')}>
      {memes.map((meme) => (
        <li key={meme._id} id={removedCard(meme._id)} className={styles.card} tabIndex={-1}>
          <span className={styles.mark}>
            <CircleSlash size={16} aria-hidden="true" />
            {t('own.removed.title')}
          </span>
          <strong>{meme.name}</strong>
          {meme.reason && <p className={looks.quiet}>{t('own.removed.reason', { reason: meme.reason })}</p>}
          <Link to={paths.appeal(meme._id)} className={styles.appeal} data-quiet={!meme.canAppeal || undefined}>
            {t(meme.canAppeal ? 'own.removed.appeal' : 'own.removed.appealed')}
          </Link>
        </li>
      ))}
    </ul>
  )
}
