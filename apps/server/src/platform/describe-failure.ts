/**
 * Names of errors whose message a user can act on. Compared by name, because an error read back
 * from the step store keeps its name and message but not its class.
 */
const userFacingNames = ['AppError', 'ProviderError', 'ReadError']

export function isUserFacingError(error: unknown): boolean {
  return error instanceof Error && userFacingNames.includes(error.name)
}

/** The message of whatever was thrown, for logs. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The message for the user whose work failed. */
export function toUserMessage(error: unknown): string {
  const reason = describeFailure(error)
  return isUserFacingError(error) ? reason : `An unexpected error occurred: ${reason}`
}

/** The `code` of a system or PostgreSQL error, such as ENOENT or 57P03. */
export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
