import { useAlerts } from '../feedback/alerts.tsx'

/** Copies a text to the clipboard and reports whether it worked. */
export function useCopy(): (text: string, message: string) => Promise<void> {
  const alerts = useAlerts()
  return async (text, message) => {
    try {
      await copyText(text)
      alerts.success(message)
    } catch (cause) {
      alerts.failed(cause, 'Copy failed')
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
  const place = document.activeElement?.closest('[role="dialog"]') ?? document.body
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (!isCopied) throw new Error('The browser refused to copy the selection.')
}
