import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/session.ts'
import type { SessionUser } from '../../lib/stored-session.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { meQuery } from './me-query.ts'

interface RoleGateProps {
  may: (user: SessionUser | null) => boolean
  /** What everybody else reads. */
  refusal: string
  children: ReactNode
}

/**
 * Shows a screen to those with a role. What this browser remembers of a member may be older than their promotion, so the server is
 * asked before anybody is turned away.
 */
export function RoleGate({ may, refusal, children }: RoleGateProps) {
  const { user } = useSession()
  const isAsked = user !== null && !may(user)
  const { isFetching } = useQuery({ ...meQuery(user?.userId ?? ''), enabled: isAsked })
  if (may(user)) return children
  return isAsked && isFetching ? <Spinner /> : <EmptyState isPage title={refusal} />
}
