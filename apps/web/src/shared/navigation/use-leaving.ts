import { useEffect, useState } from 'react'
import { leave } from './leave.ts'

/** Time after which the payment provider's page counts as late. */
const redirectMilliseconds = 30_000

type Leaving = {
  readonly isLeaving: boolean
  /** Whether the other page has not loaded in time. */
  readonly isLate: boolean
  leaveFor(address: string): void
}

/**
 * Redirects to the payment provider's page and reports if that takes too long. The state is reset
 * when the user navigates back.
 */
export function useLeaving(): Leaving {
  const [leaveState, setLeaveState] = useState<'leaving' | 'late'>()
  useEffect(() => {
    if (leaveState !== 'leaving') return
    const late = setTimeout(() => setLeaveState('late'), redirectMilliseconds)
    const forget = () => setLeaveState(undefined)
    window.addEventListener('pageshow', forget)
    window.addEventListener('popstate', forget)
    return () => {
      clearTimeout(late)
      window.removeEventListener('pageshow', forget)
      window.removeEventListener('popstate', forget)
    }
  }, [leaveState])
  return {
    isLeaving: leaveState === 'leaving',
    isLate: leaveState === 'late',
    leaveFor(address) {
      setLeaveState('leaving')
      leave.to(address)
    },
  }
}
