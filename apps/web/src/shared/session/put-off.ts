const KEY = 'setUpPutOff'

/** Postpones the set-up: it is not offered again until the next login. */
export function putOffSetUp(session: string): void {
  try {
    localStorage.setItem(KEY, session)
  } catch {
    // Storage is full or disabled: the set-up is offered again.
  }
}

export function isSetUpPutOff(session: string): boolean {
  try {
    return localStorage.getItem(KEY) === session
  } catch {
    return false
  }
}
