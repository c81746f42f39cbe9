import type { ClosableSemaphore } from './allowances.ts'
import { type Gate, openGate } from './gate.ts'
import { type SharedAllowanceOptions, shareAllowances } from './share-allowances.ts'

type AllowancesOptions = SharedAllowanceOptions & {
  /** Whether no other process works on the database: then all is this one's, and nothing is claimed. */
  readonly isOnlyProcess: boolean
}

/** Bounds what is under way of each name at `max`, in all processes together. */
export function openDistributedSemaphore({
  isOnlyProcess,
  ...options
}: AllowancesOptions): ClosableSemaphore {
  return isOnlyProcess ? keepAllowances(options.max) : shareAllowances(options)
}

function keepAllowances(max: number): ClosableSemaphore {
  const gates = new Map<string, Gate>()
  return {
    async run(name, work, turn) {
      const gate = gates.get(name) ?? openGate(max)
      gates.set(name, gate)
      try {
        return await gate.run(work, turn)
      } finally {
        if (gate.inside + gate.waiting === 0) gates.delete(name)
      }
    },
    close: async () => {},
  }
}
