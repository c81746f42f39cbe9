/** What lies above the page and goes away again. */
const LAYER = '[role="dialog"], [role="menu"]'
const REACHABLE = 'a[href], button, input, select, textarea, [tabindex]'
/** More than anybody opens on top of each other. */
const REMEMBERED = 20

/**
 * Gives the keyboard back to what opened a dialog or a menu once that is gone, whoever drew it. Where that is gone
 * too, as the row of something deleted, what was used before it gets it, and the content of the page at the last.
 */
export function returnFocus(): () => void {
  const used: HTMLElement[] = []
  let wasInLayer = false

  const note = ({ target, type }: Event) => {
    const element = target instanceof Element && target.closest<HTMLElement>(REACHABLE)
    if (!element) return
    // Not every browser gives the focus to a button that is clicked.
    if (type === 'focusin') wasInLayer = element.closest(LAYER) !== null
    if (used.at(-1) !== element) used.push(element)
    if (used.length > REMEMBERED) used.shift()
  }
  const restore = () => {
    if (!wasInLayer || !isLost(document.activeElement)) return
    wasInLayer = false
    const place = used.findLast(canTakeFocus) ?? document.getElementById('content')
    place?.focus()
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

const isLost = (active: Element | null): boolean =>
  active === null || active === document.body || !isShown(active)

const canTakeFocus = (element: HTMLElement): boolean =>
  element.isConnected && isShown(element) && !element.closest('[role="menu"]')
