import { useEffect, useState } from 'react'
import { leave } from './leave.ts'

/** The payment provider's page comes by then, or not at all. */
const redirectMilliseconds = 30_000

type Leaving = {
  readonly isLeaving: boolean
  /** The other page has not come in time. */
  readonly isLate: boolean
  leaveFor(address: string): void
}

/**
 * Leads to the payment provider's page; where the browser does not get there in time, it is said.
 * Whoever comes back by the browser finds the page as it was before.
 */
export function useLeaving(): Leaving {
  const [going, setGoing] = useState<'leaving' | 'late'>()
  useEffect(() => {
    if (going !== 'leaving') return
    const late = setTimeout(() => setGoing('late'), redirectMilliseconds)
    const forget = () => setGoing(undefined)
    window.addEventListener('pageshow', forget)
    window.addEventListener('popstate', forget)
    return () => {
      clearTimeout(late)
      window.removeEventListener('pageshow', forget)
      window.removeEventListener('popstate', forget)
    }
  }, [going])
  return {
    isLeaving: going === 'leaving',
    isLate: going === 'late',
    leaveFor(address) {
      setGoing('leaving')
      leave.to(address)
    },
  }
}
