import { useEffect } from 'react'

/**
 * Runs actions on keys that are pressed alone, anywhere on the page except where somebody types or
 * a dialog is open.
 */
export function usePlainKeys(actions: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const action = isForPage(event) ? actions[nameOf(event)] : undefined
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [actions])
}

/** Letters are named in lower case, as `n` or `shift+n`, whatever Caps Lock does; signs as they are. */
function nameOf({ key, shiftKey }: KeyboardEvent): string {
  if (!/^\p{L}$/u.test(key)) return key
  return shiftKey ? `shift+${key.toLowerCase()}` : key.toLowerCase()
}

function isForPage(event: KeyboardEvent): boolean {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
  return isPlain && !isTyping(event.target) && !isDialogOpen()
}

/** Whether a dialog has the keyboard for itself. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
