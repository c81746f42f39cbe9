/** About what three alerts above each other take, with the distance from the edges. */
const WIDTH = 420
const HEIGHT = 330

/** The corner in which alerts do not cover what was used last, of which they most likely speak. */
export function placeAwayFrom(used: Element | null): 'bottomRight' | 'topRight' {
  if (!used || used === document.body) return 'bottomRight'
  const { right, bottom, width, height } = used.getBoundingClientRect()
  // A whole pane that has the focus is everywhere; what is small can be kept clear of.
  if (width > window.innerWidth / 2 && height > window.innerHeight / 2) return 'bottomRight'
  const isBelow = right > window.innerWidth - WIDTH && bottom > window.innerHeight - HEIGHT
  return isBelow ? 'topRight' : 'bottomRight'
}
