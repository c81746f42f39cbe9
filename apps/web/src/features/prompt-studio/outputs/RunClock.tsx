import { useEffect, useState } from 'react'

const SECOND_MS = 1_000

/** Shows the seconds elapsed since a point in time. */
export function RunClock({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return <span aria-hidden="true">{Math.max(0, Math.floor((now - since) / SECOND_MS))} s</span>
}
