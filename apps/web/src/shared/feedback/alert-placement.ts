/** Approximate size in pixels of three stacked alerts, including the distance from the edges. */
const WIDTH = 420
const HEIGHT = 330

/**
 * Returns the corner in which alerts do not cover the focused element, which they most likely
 * concern.
 */
export function placementAwayFrom(focusedElement: Element | null): 'bottomRight' | 'topRight' {
  if (!focusedElement || focusedElement === document.body) return 'bottomRight'
  const { right, bottom, width, height } = focusedElement.getBoundingClientRect()
  // A large pane cannot be avoided, unlike a small element.
  if (width > window.innerWidth / 2 && height > window.innerHeight / 2) return 'bottomRight'
  const isBelow = right > window.innerWidth - WIDTH && bottom > window.innerHeight - HEIGHT
  return isBelow ? 'topRight' : 'bottomRight'
}
