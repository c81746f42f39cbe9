/** A command that cannot be carried out as it was given; the message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
