/**
 * Errors that a person can act on, by name: an error that comes out of the store of steps has kept
 * its name and its message, but not its class.
 */
const explained = ['AppError', 'ProviderError', 'ReadError']

export function isExplained(error: unknown): boolean {
  return error instanceof Error && explained.includes(error.name)
}

/** What went wrong, in the words of whatever was thrown: for logs. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The same for the person whose work failed. */
export function describeForPerson(error: unknown): string {
  const reason = describeFailure(error)
  return isExplained(error) ? reason : `Something unexpected went wrong: ${reason}`
}
