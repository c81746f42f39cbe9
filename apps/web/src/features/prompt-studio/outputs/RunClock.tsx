import { useEffect, useState } from 'react'

const SECOND_MS = 1_000

/** How long something has been going on. */
export function RunClock({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return <span aria-hidden="true">{Math.max(0, Math.floor((now - since) / SECOND_MS))} s</span>
}
