const KEY = 'setUpPutOff'

/** The user wants to complete the set-up later: it is not offered again until the next login. */
export function putOffSetUp(session: string): void {
  try {
    localStorage.setItem(KEY, session)
  } catch {
    // Storage is full or switched off: it is offered again.
  }
}

export function isSetUpPutOff(session: string): boolean {
  try {
    return localStorage.getItem(KEY) === session
  } catch {
    return false
  }
}
