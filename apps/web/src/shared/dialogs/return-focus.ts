/** Temporary layers above the page. */
const LAYER = '[role="dialog"], [role="menu"]'
const FOCUSABLE_SELECTOR = 'a[href], button, input, select, textarea, [tabindex]'
/** Size of the focus history; layers are never nested more deeply. */
const MAX_HISTORY = 20

/**
 * Returns the focus to the element that opened a dialog or a menu when it closes. If that element
 * is gone, such as the row of a deleted item, the element used before it receives the focus, and
 * finally the content of the page.
 */
export function returnFocus(): () => void {
  const focusHistory: HTMLElement[] = []
  let wasInLayer = false

  const note = ({ target, type }: Event) => {
    const element = target instanceof Element && target.closest<HTMLElement>(FOCUSABLE_SELECTOR)
    if (!element) return
    // Some browsers do not focus a button that is clicked.
    if (type === 'focusin') wasInLayer = element.closest(LAYER) !== null
    if (focusHistory.at(-1) !== element) focusHistory.push(element)
    if (focusHistory.length > MAX_HISTORY) focusHistory.shift()
  }
  const restore = () => {
    if (!wasInLayer || !hasLostFocus(document.activeElement)) return
    wasInLayer = false
    const target = focusHistory.findLast(canTakeFocus) ?? document.getElementById('content')
    target?.focus()
  }

  window.addEventListener('focusin', note, true)
  window.addEventListener('pointerdown', note, true)
  const observer = new MutationObserver(restore)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['class', 'style'],
  })
  return () => {
    observer.disconnect()
    window.removeEventListener('focusin', note, true)
    window.removeEventListener('pointerdown', note, true)
  }
}

const isShown = (element: Element): boolean => element.checkVisibility?.() ?? true

const hasLostFocus = (active: Element | null): boolean =>
  active === null || active === document.body || !isShown(active)

const canTakeFocus = (element: HTMLElement): boolean =>
  element.isConnected && isShown(element) && !element.closest('[role="menu"]')
