import type { Asked } from './claim-allowances.ts'
import { type Gate, openGate } from './gate.ts'

type Held = {
  readonly gate: Gate
  /** Whether the last claim gave all that was wanted; else only others' leaving can help. */
  isEnough: boolean
  /** When it was last seen with work, by `performance.now()`. */
  usedAt: number
}

/** What a process holds of each name, and what it wants of it. */
export type HeldAllowances = {
  readonly count: number
  get(name: string): Held
  /** Forgets what has had no work for so long, and returns its names. */
  dropUnused(milliseconds: number): readonly string[]
  needs(max: number): readonly Asked[]
  /** Lets in as much as a claim gave. */
  give(asked: readonly Asked[], given: ReadonlyMap<string, number>): void
}

/** So much is claimed at the first need, and twice what is needed later, so that few claims are made. */
const minWanted = 8

export function openHeldAllowances(): HeldAllowances {
  const held = new Map<string, Held>()

  return {
    get count() {
      return held.size
    },
    get(name) {
      const one = held.get(name) ?? { gate: openGate(0), isEnough: true, usedAt: 0 }
      held.set(name, one)
      return one
    },
    dropUnused(milliseconds) {
      const now = performance.now()
      for (const one of held.values()) if (!isIdle(one.gate)) one.usedAt = now
      const unused = [...held].filter(([, { usedAt }]) => now - usedAt > milliseconds)
      for (const [name] of unused) held.delete(name)
      return unused.map(([name]) => name)
    },
    needs: (max) => [...held].map(([name, { gate }]) => ({ name, ...needOf(gate, max) })),
    give(asked, given) {
      for (const { name, wanted } of asked) {
        const one = held.get(name)
        const places = given.get(name) ?? 0
        if (!one) continue
        one.isEnough = places >= wanted
        one.gate.setRoom(places)
      }
    },
  }
}

const isIdle = ({ inside, waiting }: Gate) => inside + waiting === 0

/** What is under way or may begin during a claim counts as held. */
function needOf({ inside, waiting, room }: Gate, max: number): Omit<Asked, 'name'> {
  const needed = 2 * (inside + waiting)
  return { wanted: Math.min(max, Math.max(minWanted, needed)), held: Math.max(inside, room) }
}
