import { Toggletip } from './Toggletip.tsx'
import './outputs.css'

/** Shown in place of a missing value, with the reason if it is known. */
export function NotFound({ reason }: { readonly reason?: string | null | undefined }) {
  if (!reason) return <span className="faint">not found</span>
  return (
    <Toggletip className="chip chip-missing" explanation={reason}>
      not found
    </Toggletip>
  )
}
