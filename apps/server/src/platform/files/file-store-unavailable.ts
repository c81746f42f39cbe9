/** The file store is temporarily unavailable; the request is not at fault and may be retried. */
export class FileStoreUnavailableError extends Error {
  override readonly name = 'FileStoreUnavailableError'
}

/** Whether an error was caused by an unavailable file store. */
export function isFileStoreUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof FileStoreUnavailableError) return true
  }
  return false
}
