import { useEffect, useState } from 'react'
import { formatDuration } from '../../../shared/words/measures.ts'

const SECOND_MS = 1_000

/** Shows the time elapsed since a point in time. */
export function RunClock({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  const elapsedSeconds = Math.max(0, Math.floor((now - since) / SECOND_MS))
  return <span aria-hidden="true">{formatDuration(elapsedSeconds)}</span>
}
