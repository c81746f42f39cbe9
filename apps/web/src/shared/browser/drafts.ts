/** Storage keys of texts that were typed and are not saved on the server yet begin with this. */
export const DRAFT_PREFIX = 'studioDraft/'

/** Storage key of the id of the user who typed the drafts. */
const OWNER_KEY = 'draftsOwner'

/** Storage key of the last sign-out of this browser, after which the drafts were deleted. */
const SIGN_OUT_KEY = 'draftsSignOut'

/** Cookie in which the server names the last sign-out of this browser. */
const signOutCookie = /(?:^|;\s*)recto_signed_out=([^;]*)/

/**
 * Calls back when another tab of the browser has learned that somebody has signed out, until the
 * returned function is called.
 */
export function subscribeToSignOut(callback: () => void): () => void {
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === SIGN_OUT_KEY) callback()
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}

/** Deletes the drafts if somebody has signed out since the last page load. */
export function deleteDraftsAfterSignOut(): void {
  const [, signOut] = document.cookie.match(signOutCookie) ?? []
  if (signOut) deleteDraftsUnless(SIGN_OUT_KEY, signOut)
}

/**
 * Keeps the drafts of a user who signs in again after the session has ended, and deletes those of
 * anybody else.
 */
export function keepDraftsOf(userId: string): void {
  deleteDraftsUnless(OWNER_KEY, userId)
}

/** Deletes the drafts and stores the value under the key, unless it is already stored there. */
function deleteDraftsUnless(key: string, value: string): void {
  try {
    if (localStorage.getItem(key) === value) return
    for (const storedKey of Object.keys(localStorage))
      if (storedKey.startsWith(DRAFT_PREFIX)) localStorage.removeItem(storedKey)
    localStorage.setItem(key, value)
  } catch {
    // Storage is disabled, so there are no drafts.
  }
}
