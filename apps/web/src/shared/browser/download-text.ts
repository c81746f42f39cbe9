/** Has the browser save a text as a file. */
export function downloadText(fileName: string, mimeType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${mimeType};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}

/** Characters that some systems do not allow in file names, and others that need quotes in a shell. */
const UNSAFE_CHARACTERS = /[^\p{L}\p{N} ._-]+/gu
const MAX_NAME_LENGTH = 60

/** The name of a file for something that people have named, or the other name where nothing is left of it. */
export const toFileName = (name: string, otherName: string): string =>
  name.replace(UNSAFE_CHARACTERS, ' ').trim().slice(0, MAX_NAME_LENGTH) || otherName
