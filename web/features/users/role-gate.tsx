import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/session.ts'
import type { SessionUser } from '../../lib/stored-session.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { meQuery } from './me-query.ts'

interface RoleGateProps {
  may: (user: SessionUser | null) => boolean
  /** Message for users without the role. */
  refusal: string
  children: ReactNode
}

/**
 * Shows a screen only to users with a role. The stored session may predate a promotion, so it queries the server before refusing.
 */
export function RoleGate({ may, refusal, children }: RoleGateProps) {
  const { user } = useSession()
  const isAsked = user !== null && !may(user)
  const { isFetching } = useQuery({ ...meQuery(user?.userId ?? ''), enabled: isAsked })
  if (may(user)) return children
  return isAsked && isFetching ? <Spinner /> : <EmptyState isPage title={refusal} />
}
