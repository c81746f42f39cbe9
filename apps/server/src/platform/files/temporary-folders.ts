/** Uploads of requests in progress. */
export const uploadFolder = 'uploads'

/** Files being written, before they get their final names. */
export const draftFolder = 'drafts'

/** Folders with temporary files of running processes. */
export const temporaryFolders: readonly string[] = [uploadFolder, draftFolder]

export const isTemporaryPath = (path: string): boolean =>
  temporaryFolders.includes(path.split('/')[0] ?? '')
