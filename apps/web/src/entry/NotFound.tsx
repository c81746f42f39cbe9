import { use } from 'react'
import { NotFoundPage } from '../features/organizations/NotFoundPage.tsx'
import { SignedInContext } from '../shared/session/signed-in.ts'
import { PublicFrame } from './shell/PublicFrame.tsx'

/** Stands at every address that leads nowhere: within the shell, or in a frame of its own outside it. */
export function NotFound() {
  const isInside = use(SignedInContext) !== undefined
  if (isInside) return <NotFoundPage />
  return (
    <PublicFrame>
      <NotFoundPage />
    </PublicFrame>
  )
}
