/** Has the browser save a text as a file. */
export function downloadText(fileName: string, mimeType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${mimeType};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
