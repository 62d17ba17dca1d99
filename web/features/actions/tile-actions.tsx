import { Heart } from 'lucide-react'
import type { SourceType } from '#contract/memes/actions.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { CopyIcon } from './copy-icon.tsx'
import { COPY_REASONS, copyLabel } from './copy-texts.ts'
import { moveOf, tapReaction, useMemeToggles } from './meme-toggles.ts'
import { NotInterestedMenu } from './not-interested-menu.tsx'
import { offerAnimation } from './offer-animation.ts'
import { ToggleIcon } from './toggle-icon.tsx'
import { useCopy } from './use-copy.ts'

interface TileActionProps {
  meme: Meme
  sourceType: SourceType
  tabIndex: number
  /** Over the picture (`shade`), or below it (`plain`). */
  variant: 'shade' | 'plain'
}

interface TileActionsProps extends TileActionProps {
  /** False if the line below a picture has no room for the like button. */
  canLike?: boolean
}

/** Like and copy buttons that work without opening the meme. Visitors only see copy, since liking requires an account. */
export function TileActions({ canLike = true, ...tile }: TileActionsProps) {
  const { user } = useSession()
  return (
    <>
      {user && canLike && <TileLike {...tile} />}
      <TileCopy {...tile} />
      {tile.variant === 'shade' && <NotInterestedMenu meme={tile.meme} tabIndex={tile.tabIndex} variant="shade" />}
    </>
  )
}

function TileLike({ meme, sourceType, tabIndex, variant }: TileActionProps) {
  const { t } = useTranslation()
  const toggles = useMemeToggles(meme)
  const isOn = toggles.reaction === 'like'
  return (
    <IconButton
      variant={variant}
      tooltip={false}
      label={t('memes.like')}
      aria-keyshortcuts="l"
      pressed={isOn}
      tabIndex={tabIndex}
      icon={
        <ToggleIcon kind="like" isOn={isOn} move={moveOf(toggles, 'like')}>
          <Heart size={20} />
        </ToggleIcon>
      }
      onClick={() => tapReaction(meme, 'like', sourceType)}
    />
  )
}

function TileCopy({ meme, sourceType, tabIndex, variant }: TileActionProps) {
  const { t } = useTranslation()
  const { state, copy } = useCopy(meme, sourceType)
  const press = async () => {
    const result = await copy()
    if (result !== 'copied') toast.error(t(COPY_REASONS[result]), { id: `copy ${meme._id}` })
    else if (meme.image.animated) offerAnimation(meme)
  }
  return (
    <>
      <IconButton
        variant={variant}
        tooltip={false}
        label={t(copyLabel(state))}
        aria-keyshortcuts="c"
        tabIndex={tabIndex}
        icon={<CopyIcon state={state} />}
        disabled={state.kind === 'copying'}
        data-state={state.kind}
        data-busy={state.kind === 'idle' ? undefined : true}
        onClick={press}
      />
      {state.kind !== 'idle' && <VisuallyHidden live>{t(copyLabel(state))}</VisuallyHidden>}
    </>
  )
}
