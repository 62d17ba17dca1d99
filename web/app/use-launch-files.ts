import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PAGES } from '#contract/pages.ts'
import { quickUpload } from '../features/memes/quick-upload/quick-upload-modal-state.ts'
import { SHARED_PARAM } from '../service-worker/protocol.ts'
import { toast } from '../ui/toast.ts'

interface LaunchParams {
  files?: readonly FileSystemFileHandle[]
}
declare global {
  interface Window {
    launchQueue?: { setConsumer(take: (launch: LaunchParams) => void): void }
  }
}

/** Opens quick upload with a picture that the system shared with the installed application, or opened with it. */
export function useLaunchFiles(onLink: (link: string) => void): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!query.has(SHARED_PARAM)) return
    query.delete(SHARED_PARAM)
    void navigate({ pathname, search: query.toString() }, { replace: true })
    // Bulk upload takes its files up itself.
    if (pathname !== PAGES.home) return
    import('../lib/shared-files.ts')
      .then(({ takeShared }) => takeShared())
      .then(({ files, link }) => {
        if (files.length > 0 || link) quickUpload.open(files)
        if (link) onLink(link)
      })
      .catch(toast.error)
  }, [pathname, search, navigate, onLink])
  useEffect(() => {
    window.launchQueue?.setConsumer(({ files = [] }) => {
      if (files.length === 0) return
      Promise.all(files.map((handle) => handle.getFile()))
        .then((opened) => quickUpload.open(opened))
        .catch(toast.error)
    })
  }, [])
}
