/** What went wrong, in words: of whatever was thrown. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
