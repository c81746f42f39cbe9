/** What keeps the files cannot be used just now; whoever asked is not at fault, and may ask again. */
export class FileStoreAwayError extends Error {
  override readonly name = 'FileStoreAwayError'
}

/** Whether something failed because the file store is away. */
export function isFileStoreAway(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof FileStoreAwayError) return true
  }
  return false
}
