import { Check, Copy, X } from 'lucide-react'
import { Spinner } from '../../ui/spinner.tsx'
import type { CopyState } from './copy-state.ts'

export function CopyIcon({ state }: { state: CopyState }) {
  if (state.kind === 'copying') return <Spinner size="20px" />
  if (state.kind === 'copied') return <Check size={20} strokeWidth={2.5} aria-hidden="true" />
  if (state.kind === 'failed') return <X size={20} strokeWidth={2.5} aria-hidden="true" />
  return <Copy size={20} aria-hidden="true" />
}
