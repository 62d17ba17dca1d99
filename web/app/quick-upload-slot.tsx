import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { copyPicture } from '../features/actions/copy-picture.ts'
import { COPY_REASONS, reasonOf } from '../features/actions/copy-texts.ts'
import { recordActionQuietly } from '../features/actions/record-action.ts'
import { useQuickUpload } from '../features/memes/quick-upload/quick-upload-modal-state.ts'
import { usePageDrops } from '../features/memes/quick-upload/use-page-drops.ts'
import { loadTexts, translate } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { useNavigate } from '../lib/router.tsx'
import { lazyDialog } from '../ui/lazy-dialog.ts'
import { toast } from '../ui/toast.ts'
import { useLaunchFiles } from './use-launch-files.ts'

const loadModal = () =>
  Promise.all([import('../features/memes/quick-upload/quick-upload-modal.tsx'), loadTexts('upload', 'storage')]).then(
    ([module]) => module,
  )
const QuickUploadModal = lazyDialog(() => loadModal().then((module) => module.QuickUploadModal))

const chooseLink = (link: string, source?: string): void =>
  void loadModal()
    .then(() => import('../features/memes/quick-upload/upload-form-store.ts'))
    .then((store) => {
      if (source) store.nameSource(source)
      return store.chooseLink(link)
    })
    .catch(toast.error)

/** Quick upload for all screens. Its code loads on first use. */
export function QuickUploadSlot() {
  const { mode } = useQuickUpload()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [wasOpen, setWasOpen] = useState(false)
  if (mode === 'quick upload' && !wasOpen) setWasOpen(true)
  usePageDrops(chooseLink)
  useLaunchFiles(chooseLink)
  if (!wasOpen) return null
  const uploaded = (meme: Meme, isReported: boolean) => {
    // Cached search results, the member's lists and their counts lack the new meme.
    queryClient.removeQueries({ queryKey: ['search'], type: 'inactive' })
    for (const key of ['search', 'user', 'user-memes', 'storage'])
      void queryClient.invalidateQueries({ queryKey: [key] })
    if (isReported) return
    toast.success(translate('upload.success'), {
      action: { label: translate('memes.copy.idle'), onAction: () => copyUploaded(meme) },
    })
  }
  const uploadSeveral = (files: readonly File[]) => {
    import('../features/bulk-upload/bulk-store.ts')
      .then(({ chooseFiles }) => chooseFiles(files))
      .then(() => navigate(paths.bulkUpload))
      .catch(toast.error)
  }
  return (
    <Suspense>
      <QuickUploadModal
        onUploaded={uploaded}
        onUseExisting={(id) => void navigate(paths.memeModal(id))}
        onSeveral={uploadSeveral}
      />
    </Suspense>
  )
}

function copyUploaded(meme: Meme): void {
  copyPicture(meme.image).then(
    () => {
      toast.success(translate('memes.copy.copied'))
      recordActionQuietly({ memeId: meme._id, action: 'copy', sourceType: 'other' })
    },
    (error: unknown) => toast.error(translate(COPY_REASONS[reasonOf(error)])),
  )
}
