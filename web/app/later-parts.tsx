import { useBoundEntities } from '../entities/bound.ts'
import { ConfirmSlot } from '../features/auth/proof/confirm-slot.tsx'
import { SecondFactorSlot } from '../features/auth/second-factor/second-factor-slot.tsx'
import { HoverCards } from '../features/follows/hover-cards.tsx'
import { LoginPromptSlot } from './login-prompt-slot.tsx'
import { QuickUploadSlot } from './quick-upload-slot.tsx'

/** Overlays of all screens, loaded after the first screen. */
export function LaterParts() {
  useBoundEntities()
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
