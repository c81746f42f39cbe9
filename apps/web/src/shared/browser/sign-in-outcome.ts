/** Storage key under which the sign-in window stores its outcome for the page that opened it. */
const STORAGE_KEY = 'oauth-status'

export function publishSignInOutcome(status: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, status)
  } catch {
    // The page that waits notices the closed window, if storage is not available.
  }
}

/** Removes an earlier outcome, because storing the same value again would trigger no event. */
export function deleteSignInOutcome(): void {
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/**
 * Calls back with the outcome stored by another window, and removes it. Returns a function that
 * stops listening.
 */
export function subscribeToSignInOutcome(onOutcome: (status: string) => void): () => void {
  function handleStorage({ key, newValue }: StorageEvent) {
    if (key !== STORAGE_KEY || newValue === null) return
    deleteSignInOutcome()
    onOutcome(newValue)
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}
