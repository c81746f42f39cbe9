import { type ClosableSemaphore, openSemaphore, type Semaphore } from './semaphore.ts'
import { type SharedSlotsOptions, shareSlots } from './shared-slots.ts'

type DistributedSemaphoreOptions = SharedSlotsOptions & {
  /** Whether no other process uses the database; then this one has all slots. */
  readonly isOnlyProcess: boolean
}

/** Limits work of each name in all processes together. */
export function openDistributedSemaphore({
  isOnlyProcess,
  ...options
}: DistributedSemaphoreOptions): ClosableSemaphore {
  return isOnlyProcess ? useAllSlots(options.max) : shareSlots(options)
}

function useAllSlots(max: number): ClosableSemaphore {
  const semaphores = new Map<string, Semaphore>()
  return {
    async run(name, work, priority) {
      const semaphore = semaphores.get(name) ?? openSemaphore(max)
      semaphores.set(name, semaphore)
      try {
        return await semaphore.run(work, priority)
      } finally {
        if (semaphore.runningCount + semaphore.waitingCount === 0) semaphores.delete(name)
      }
    },
    close: async () => {},
  }
}
