import { useAlerts } from '../feedback/alerts.tsx'

/** Puts a text on the clipboard and says so; a browser that refuses is told apart from success. */
export function useCopy(): (text: string, said: string) => Promise<void> {
  const alerts = useAlerts()
  return async (text, said) => {
    try {
      await copyText(text)
      alerts.success(said)
    } catch (cause) {
      alerts.failed(cause, 'Copy failed')
    }
  }
}

async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  copyBySelection(text)
}

/** Browsers keep the clipboard from pages that came without TLS, as on a machine in the own network. */
function copyBySelection(text: string): void {
  // Inside the open dialog, because a dialog takes the focus back from everything outside it.
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
