import { useAlerts } from '../feedback/alerts.tsx'

/** Copies a text to the clipboard and reports whether it worked. */
export function useCopy(): (text: string, message: string) => Promise<void> {
  const alerts = useAlerts()
  return async (text, message) => {
    try {
      await copyText(text)
      alerts.success(message)
    } catch (cause) {
      alerts.showError(cause, 'Copy failed')
    }
  }
}

async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  copyBySelection(text)
}

/** Browsers deny access to the clipboard to pages served without TLS, as in a local network. */
function copyBySelection(text: string): void {
  // Appended to the open dialog, because a dialog takes the focus back from elements outside it.
  const container = document.activeElement?.closest('[role="dialog"]') ?? document.body
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  container.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (!isCopied) throw new Error('The browser refused to copy the selection.')
}

/** Saves a text as a file download. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
