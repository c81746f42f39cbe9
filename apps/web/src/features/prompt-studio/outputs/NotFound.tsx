import { Toggletip } from './Toggletip.tsx'
import './outputs.css'

/** A value that there is none of, with the reason where it is known. */
export function NotFound({ why }: { readonly why?: string | null | undefined }) {
  if (!why) return <span className="faint">not found</span>
  return (
    <Toggletip className="chip chip-missing" words={why}>
      not found
    </Toggletip>
  )
}
