import { useInfiniteQuery } from '@tanstack/react-query'
import { Sticker } from 'lucide-react'
import { useId, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { type Answer, api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { ListEnd } from '../../../ui/list-end.tsx'
import { ListFailure } from '../../../ui/list-failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { ListedPicture } from '../../memes/picture/listed-picture.tsx'
import { ownStickerSource } from '../own-sticker.ts'
import type { StudioSticker } from '../studio-state.ts'
import { STARTER_STICKERS, starterSource } from './starter-stickers.ts'
import styles from './sticker-picker.module.css'

const PAGE_SIZE = 24
const SIDE = 0.3

interface StickerPickerProps {
  disabled: boolean
  onSticker: (sticker: StudioSticker) => void
}

/** Adds stickers: from the starter set, a picture of the user, or the member's album. */
export function StickerPicker({ disabled, onSticker }: StickerPickerProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)
  const albumId = useId()
  const choose = (name: string, src: string) => {
    const box = { x: 0.5 - SIDE / 2, y: 0.5 - SIDE / 2, width: SIDE, height: SIDE, rotation: 0 }
    onSticker({ id: crypto.randomUUID(), kind: 'sticker', name, src, ...box })
    setOpen(false)
  }
  const chooseFile = (file: File) =>
    ownStickerSource(file).then(
      (src) => choose(file.name, src),
      () => toast.error(t('studio.stickerFailed')),
    )
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<Sticker size={18} />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {t('studio.addSticker')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('studio.stickers')} size="lg">
        <ul className={styles.list}>
          {STARTER_STICKERS.map(({ file, label }) => (
            <li key={file}>
              <button
                type="button"
                className={styles.sticker}
                aria-label={t(label)}
                onClick={() => choose(t(label), starterSource(file))}
              >
                <img src={starterSource(file)} alt="" loading="lazy" className={styles.starter} />
              </button>
            </li>
          ))}
        </ul>
        <div className={styles.own}>
          <FileButton variant="secondary" label={t('studio.ownSticker')} accept="image/*" onFile={chooseFile}>
            {t('studio.ownSticker')}
          </FileButton>
        </div>
        {isOpen && user && (
          <section aria-labelledby={albumId}>
            <h3 id={albumId} className={styles.heading}>
              {t('studio.albumStickers')}
            </h3>
            <Album userId={user.userId} onChoose={({ name, image }) => choose(name, image.imageMedium)} />
          </section>
        )}
      </Dialog>
    </>
  )
}

function Album({ userId, onChoose }: { userId: string; onChoose: (meme: Meme) => void }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['stickers', userId],
    // Other screens change the album.
    staleTime: 0,
    initialPageParam: {} as { lastId?: string | undefined; lastAddedAt?: string | undefined },
    getNextPageParam: (page: Answer<'GET /user/meme/album/{id}'>) => page.nextCursor ?? undefined,
    queryFn: async ({ pageParam, signal }): Promise<Answer<'GET /user/meme/album/{id}'>> =>
      api('GET /user/meme/album/{id}', { params: { id: userId }, query: { limit: PAGE_SIZE, ...pageParam }, signal }),
  })
  const { data, isError } = query
  if (isError && !data) return <ListFailure query={query} />
  if (!data) return <Skeleton height="12rem" />
  const memes = data.pages.flatMap((page) => page.data)
  if (memes.length === 0) return <p className={styles.empty}>{t('studio.noStickers')}</p>
  return (
    <>
      <ul className={styles.list}>
        {memes.map((meme) => (
          <li key={meme._id}>
            <button type="button" className={styles.sticker} aria-label={meme.name} onClick={() => onChoose(meme)}>
              <ListedPicture meme={meme} alt="" className={styles.picture} />
            </button>
          </li>
        ))}
      </ul>
      <ListEnd query={query} more={t('studio.moreStickers')} wide />
    </>
  )
}
