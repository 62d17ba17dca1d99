import { useParams } from 'react-router'
import { BulkProgressScreen, BulkUploadScreen } from '../../features/bulk-upload/bulk-upload-screen.tsx'

export function BulkUploadRoute() {
  const uploadId = useParams().uploadId?.toLowerCase()
  return uploadId ? <BulkProgressScreen key={uploadId} uploadId={uploadId} /> : <BulkUploadScreen />
}
