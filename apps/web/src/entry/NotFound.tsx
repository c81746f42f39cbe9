import { use } from 'react'
import { NotFoundPage } from '../features/organizations/NotFoundPage.tsx'
import { SignedInContext } from '../shared/session/signed-in.ts'
import { PublicFrame } from './shell/PublicFrame.tsx'

/** Shown for unknown addresses: within the shell for signed-in users, otherwise in a frame. */
export function NotFound() {
  const isInside = use(SignedInContext) !== undefined
  if (isInside) return <NotFoundPage />
  return (
    <PublicFrame>
      <NotFoundPage />
    </PublicFrame>
  )
}
