/** Files of requests under way. */
export const uploadFolder = 'uploads'

/** Files that are being written, before they get their names. */
export const draftFolder = 'drafts'

/** What lies in these folders of a file store belongs to a process that runs, and to nothing else. */
export const passingFolders: readonly string[] = [uploadFolder, draftFolder]

export const isPassing = (path: string): boolean =>
  passingFolders.includes(path.split('/')[0] ?? '')
