import { Outlet } from '@tanstack/react-router'
import { SessionGate } from './SessionGate.tsx'
import { Shell } from './shell/Shell.tsx'

/** The frame of a product beside the platform; its menu is its own. */
export function ProductLayout() {
  return (
    <SessionGate>
      <Shell>
        <Outlet />
      </Shell>
    </SessionGate>
  )
}
