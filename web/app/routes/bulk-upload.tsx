import { BulkProgressScreen, BulkUploadScreen } from '../../features/bulk-upload/bulk-upload-screen.tsx'
import { useParams } from '../../lib/router.tsx'

export function BulkUploadRoute() {
  const uploadId = useParams().uploadId?.toLowerCase()
  return uploadId ? <BulkProgressScreen key={uploadId} uploadId={uploadId} /> : <BulkUploadScreen />
}
