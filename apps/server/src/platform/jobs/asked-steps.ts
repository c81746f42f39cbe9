export type AskedSteps = {
  /** Tells that a step is asked for. To be called when it has begun, or has ended without. */
  readonly add: () => () => void
  /** Resolves when every step that was asked for has begun, or after so many seconds. */
  readonly haveBegun: (withinSeconds: number) => Promise<void>
}

/**
 * Steps between the call and their beginning. DBOS looks there whether the step has a result; shut down meanwhile, it
 * would store an error of its own as what became of the step, and the job would have failed for good.
 */
export function openAskedSteps(): AskedSteps {
  const openRequests = new Set<object>()
  let wake = () => {}
  return {
    add() {
      const one = {}
      openRequests.add(one)
      return () => {
        openRequests.delete(one)
        if (openRequests.size === 0) wake()
      }
    },

    async haveBegun(withinSeconds) {
      if (openRequests.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, withinSeconds * 1000)
      wake = resolve
      await promise
      clearTimeout(timer)
    },
  }
}
