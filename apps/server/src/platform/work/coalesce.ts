/**
 * Wraps a function that must not run twice at a time. If it is called while it runs, it runs once more
 * afterwards, however often it was called.
 */
export function coalesce(act: () => Promise<void>): () => Promise<void> {
  let currentRun: Promise<void> | undefined
  let mustRepeat = false

  const runAll = async () => {
    do {
      mustRepeat = false
      await act()
    } while (mustRepeat)
  }

  return () => {
    if (currentRun) {
      mustRepeat = true
      return currentRun
    }
    currentRun = runAll().finally(() => {
      currentRun = undefined
    })
    return currentRun
  }
}
