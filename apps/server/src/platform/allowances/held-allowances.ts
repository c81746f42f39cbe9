import type { Asked } from './claim-allowances.ts'
import { type Gate, openGate } from './gate.ts'

type HeldAllowance = {
  readonly gate: Gate
  /** Whether the last claim gave all that was wanted; else only others' leaving can help. */
  isEnough: boolean
  /** When it was last seen with work, by `performance.now()`. */
  usedAt: number
}

/** What a process holds of each name, and what it wants of it. */
export type HeldAllowances = {
  readonly count: number
  get(name: string): HeldAllowance
  /** Forgets what has had no work for so long, and returns its names. */
  dropUnused(milliseconds: number): readonly string[]
  needs(max: number): readonly Asked[]
  /** Lets in as much as a claim gave. */
  give(requests: readonly Asked[], grantedPlaces: ReadonlyMap<string, number>): void
}

/** So much is claimed at the first need, and twice what is needed later, so that few claims are made. */
const minWanted = 8

export function openHeldAllowances(): HeldAllowances {
  const allowances = new Map<string, HeldAllowance>()

  return {
    get count() {
      return allowances.size
    },
    get(name) {
      const one = allowances.get(name) ?? { gate: openGate(0), isEnough: true, usedAt: 0 }
      allowances.set(name, one)
      return one
    },
    dropUnused(milliseconds) {
      const now = performance.now()
      for (const one of allowances.values()) if (!isIdle(one.gate)) one.usedAt = now
      const unusedEntries = [...allowances].filter(([, { usedAt }]) => now - usedAt > milliseconds)
      for (const [name] of unusedEntries) allowances.delete(name)
      return unusedEntries.map(([name]) => name)
    },
    needs: (max) => [...allowances].map(([name, { gate }]) => ({ name, ...needOf(gate, max) })),
    give(requests, grantedPlaces) {
      for (const { name, wanted: wantedPlaces } of requests) {
        const one = allowances.get(name)
        const places = grantedPlaces.get(name) ?? 0
        if (!one) continue
        one.isEnough = places >= wantedPlaces
        one.gate.setRoom(places)
      }
    },
  }
}

const isIdle = ({ inside: insideCount, waiting: waitingCount }: Gate) =>
  insideCount + waitingCount === 0

/** What is under way or may begin during a claim counts as held. */
function needOf(
  { inside: insideCount, waiting: waitingCount, room }: Gate,
  max: number,
): Omit<Asked, 'name'> {
  const neededPlaces = 2 * (insideCount + waitingCount)
  return {
    wanted: Math.min(max, Math.max(minWanted, neededPlaces)),
    held: Math.max(insideCount, room),
  }
}
