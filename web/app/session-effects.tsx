import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { changeLanguage } from '../lib/i18n.ts'
import { setNavigation } from '../lib/navigation.ts'
import { useNavigate } from '../lib/router.tsx'
import { useSession } from '../lib/session.ts'

/** Reacts to session changes, including those from other tabs: sets the language and clears cached responses. */
export function SessionEffects() {
  const { user } = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const userId = user?.userId ?? null
  const language = user?.preferences.contentLanguage
  const responseOwner = useRef(userId)

  useEffect(() => {
    setNavigation((path, options) => void navigate(path, options))
  }, [navigate])

  useEffect(() => {
    if (language) void changeLanguage(language)
  }, [language])

  useEffect(() => {
    if (responseOwner.current === userId) return
    responseOwner.current = userId
    // Responses contain the user's likes and follows, so the next user must not see them.
    void queryClient.resetQueries()
    queryClient.getMutationCache().clear()
  }, [userId, queryClient])

  return null
}
