/** Under which the window of a sign-in at a service leaves how it ended, for the page that opened it. */
const STORED_UNDER = 'oauth-status'

export function tellSignInOutcome(status: string): void {
  try {
    localStorage.setItem(STORED_UNDER, status)
  } catch {
    // A browser that keeps nothing: the page that waits notices that the window was closed.
  }
}

/** One that is left over would not be heard of anew. */
export function forgetSignInOutcome(): void {
  try {
    localStorage.removeItem(STORED_UNDER)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Calls with the outcome that another window leaves, which is then gone. Returns what ends the waiting. */
export function hearSignInOutcome(hear: (status: string) => void): () => void {
  function handleStorage({ key, newValue }: StorageEvent) {
    if (key !== STORED_UNDER || newValue === null) return
    forgetSignInOutcome()
    hear(newValue)
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}
