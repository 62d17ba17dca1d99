import { ImagePlus } from 'lucide-react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { quickUpload } from '../memes/quick-upload/quick-upload-modal-state.ts'

export function FeedEmpty() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('feed.empty.title')}
      hint={t('feed.empty.hint')}
      action={
        <Button icon={<ImagePlus size={20} />} onClick={() => quickUpload.open()}>
          {t('feed.empty.upload')}
        </Button>
      }
    />
  )
}
