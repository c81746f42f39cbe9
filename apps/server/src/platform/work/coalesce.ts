/**
 * Wraps what may be asked for at any moment and must not run twice at once: asked for while it
 * runs, it runs once more afterwards, however often it was asked.
 */
export function coalesce(act: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  let isAskedAgain = false

  const runAll = async () => {
    do {
      isAskedAgain = false
      await act()
    } while (isAskedAgain)
  }

  return () => {
    if (underWay) {
      isAskedAgain = true
      return underWay
    }
    underWay = runAll().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
