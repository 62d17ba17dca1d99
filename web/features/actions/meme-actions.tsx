import { Download, Heart, Link2, ThumbsDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import looks from '../../ui/looks.module.css'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { downloadName } from '../memes/text/meme-text.ts'
import { CopyIcon } from './copy-icon.tsx'
import type { CopyFailure } from './copy-picture.ts'
import { COPY_REASONS, copyLabel } from './copy-texts.ts'
import styles from './meme-actions.module.css'
import { moveOf, tapReaction, useMemeToggles } from './meme-toggles.ts'
import { copyLink } from './offer-animation.ts'
import { type AlbumChooser, SaveMeme } from './save-meme.tsx'
import { ShareMenu } from './share-menu.tsx'
import { ToggleIcon } from './toggle-icon.tsx'
import { useCopy } from './use-copy.ts'

/** All actions for the meme in the detail modal. */
export function MemeActions({ meme, chooser }: { meme: Meme; chooser: AlbumChooser }) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <div className={looks.stack3}>
      <CopyMeme meme={meme} />
      <div className={styles.row}>
        {user && <MemberToggles meme={meme} />}
        {user && <SaveMeme meme={meme} chooser={chooser} />}
        <span className={styles.link}>
          <IconButton
            variant="filled"
            label={t('memes.copyLink')}
            icon={<Link2 size={20} />}
            onClick={() => copyLink(meme)}
          />
        </span>
        <ShareMenu meme={meme} />
        <a
          className={styles.download}
          href={meme.image.imageOrigin}
          download={downloadName(meme)}
          aria-label={t('memes.download')}
        >
          <Download size={20} aria-hidden="true" />
          <span className={styles.downloadText}>{t('memes.download')}</span>
        </a>
      </div>
    </div>
  )
}

function MemberToggles({ meme }: { meme: Meme }) {
  const { t } = useTranslation()
  const toggles = useMemeToggles(meme)
  const isLiked = toggles.reaction === 'like'
  const isDisliked = toggles.reaction === 'dislike'
  return (
    <>
      <Toggle
        label={t('memes.like')}
        kind="like"
        keys="l"
        isOn={isLiked}
        move={moveOf(toggles, 'like')}
        icon={<Heart size={20} />}
        onTap={() => tapReaction(meme, 'like', 'detail')}
      />
      <Toggle
        label={t('memes.dislike')}
        kind="dislike"
        isOn={isDisliked}
        move={moveOf(toggles, 'dislike')}
        icon={<ThumbsDown size={20} />}
        onTap={() => tapReaction(meme, 'dislike', 'detail')}
      />
    </>
  )
}

interface ToggleProps {
  label: string
  kind: 'like' | 'dislike'
  isOn: boolean
  move: boolean | null
  icon: ReactNode
  onTap: () => void
  keys?: string
}

function Toggle({ label, kind, isOn, move, icon, onTap, keys }: ToggleProps) {
  return (
    <IconButton
      variant="filled"
      label={label}
      aria-keyshortcuts={keys}
      pressed={isOn}
      icon={
        <ToggleIcon kind={kind} isOn={isOn} move={move}>
          {icon}
        </ToggleIcon>
      }
      onClick={onTap}
    />
  )
}

/** The button that copies the picture, with a note below it if that fails. */
export function CopyMeme({ meme }: { meme: Meme }) {
  const { t } = useTranslation()
  const { state, copy } = useCopy(meme, 'detail')
  const [note, setNote] = useState<'oneFrame' | CopyFailure | null>(null)
  const press = async () => {
    setNote(null)
    const outcome = await copy()
    if (outcome !== 'copied') setNote(outcome)
    else if (meme.image.animated) setNote('oneFrame')
  }
  return (
    <div className={styles.copy}>
      <Button
        wide
        icon={<CopyIcon state={state} />}
        aria-keyshortcuts="c"
        disabled={state.kind === 'copying'}
        data-state={state.kind}
        className={styles.copyButton ?? ''}
        onClick={press}
      >
        {t(copyLabel(state))}
      </Button>
      {state.kind !== 'idle' && <VisuallyHidden live>{t(copyLabel(state))}</VisuallyHidden>}
      {note && (
        <p className={styles.note} role="status" data-kind={note === 'oneFrame' ? 'hint' : 'failure'}>
          {note === 'oneFrame' ? t('memes.copy.oneFrame') : t(COPY_REASONS[note])} {t('memes.copy.instead')}
        </p>
      )}
    </div>
  )
}
