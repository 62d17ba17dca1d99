import { Bookmark, ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { tapAlbum, useMemeToggles } from './meme-toggles.ts'
import styles from './save-meme.module.css'
import { ToggleIcon } from './toggle-icon.tsx'
import { useHold } from './use-hold.ts'

/** Renders the dialog in which a member selects albums. */
export type AlbumChooser = (onClose: () => void) => ReactNode

/** Saves a meme to the member's album, or removes it. The arrow, or holding the button, opens the choice of albums. */
export function SaveMeme({ meme, chooser }: { meme: Meme; chooser: AlbumChooser }) {
  const { t } = useTranslation()
  const { inAlbum, albumMove } = useMemeToggles(meme)
  const [isChoosing, setChoosing] = useState(false)
  const choose = () => setChoosing(true)
  const hold = useHold(() => tapAlbum(meme, 'detail'), choose)
  return (
    <span className={styles.save}>
      <IconButton
        variant="filled"
        label={t(inAlbum ? 'memes.inAlbum' : 'memes.addToAlbum')}
        pressed={inAlbum}
        className={styles.main ?? ''}
        icon={
          <ToggleIcon kind="album" isOn={inAlbum} move={albumMove}>
            <Bookmark size={20} />
          </ToggleIcon>
        }
        {...hold}
      />
      <IconButton
        variant="filled"
        label={t('memes.chooseAlbums')}
        icon={<ChevronDown size={16} />}
        aria-haspopup="dialog"
        className={styles.arrow ?? ''}
        onClick={choose}
      />
      {isChoosing && chooser(() => setChoosing(false))}
    </span>
  )
}
