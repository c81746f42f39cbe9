import { isConnectionLost } from '../../platform/db/outage.ts'
import { cannotStore } from '../../platform/disk-full.ts'

/** What is no question's fault: another try, or another worker, answers all of them. */
export function endsRun(error: unknown): boolean {
  const isTaken = error instanceof Error && handedOn.includes(error.name)
  return isTaken || isConnectionLost(error) || cannotStore(error)
}

const handedOn = ['LeaseLostError', 'ClaimLostError', 'AbortError']
