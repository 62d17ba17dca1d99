import { useEffect } from 'react'
import { useBoundEntities } from '../entities/bound.ts'
import { ConfirmSlot } from '../features/auth/proof/confirm-slot.tsx'
import { SecondFactorSlot } from '../features/auth/second-factor/second-factor-slot.tsx'
import { HoverCards } from '../features/follows/hover-cards.tsx'
import { LoginPromptSlot } from './login-prompt-slot.tsx'
import { QuickUploadSlot } from './quick-upload-slot.tsx'
import { loadOtherScreens } from './router.tsx'

/** Overlays of all screens, loaded after the first screen. Also loads the list of screens, so that no navigation waits for it. */
export function LaterParts() {
  useBoundEntities()
  useEffect(() => void loadOtherScreens().catch(() => undefined), [])
  return (
    <>
      <QuickUploadSlot />
      <HoverCards />
      <LoginPromptSlot />
      <ConfirmSlot />
      <SecondFactorSlot />
    </>
  )
}
