const KEY = 'setUpPutOff'

/** Postpones the set-up: it is not offered again until the next login. */
export function postponeSetup(session: string): void {
  try {
    localStorage.setItem(KEY, session)
  } catch {
    // Storage is full or disabled: the set-up is offered again.
  }
}

export function isSetupPostponed(session: string): boolean {
  try {
    return localStorage.getItem(KEY) === session
  } catch {
    return false
  }
}
