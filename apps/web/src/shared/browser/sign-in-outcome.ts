/** Storage key under which the sign-in window stores its outcome for the page that opened it. */
const STORED_UNDER = 'oauth-status'

export function tellSignInOutcome(status: string): void {
  try {
    localStorage.setItem(STORED_UNDER, status)
  } catch {
    // The page that waits notices the closed window, if storage is not available.
  }
}

/** Removes an earlier outcome, because storing the same value again would trigger no event. */
export function forgetSignInOutcome(): void {
  try {
    localStorage.removeItem(STORED_UNDER)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/**
 * Calls back with the outcome stored by another window, and removes it. Returns a function that
 * stops listening.
 */
export function hearSignInOutcome(hear: (status: string) => void): () => void {
  function handleStorage({ key, newValue }: StorageEvent) {
    if (key !== STORED_UNDER || newValue === null) return
    forgetSignInOutcome()
    hear(newValue)
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}
