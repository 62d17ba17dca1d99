import { useEffect } from 'react'

const SITE = 'Memeroom'

interface PageTitleProps {
  /** Without one the tab reads Memeroom alone. */
  children?: string
}

/** Names the tab for as long as it is shown, then gives the name back that stood there. */
export function PageTitle({ children }: PageTitleProps) {
  useEffect(() => {
    const before = document.title
    document.title = children ? `${children} · ${SITE}` : SITE
    return () => {
      document.title = before
    }
  }, [children])
  return null
}
