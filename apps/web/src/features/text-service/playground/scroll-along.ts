/** The pane that another one has just moved, and what it was moved to: its own event is not passed back. */
const moved = new WeakMap<Element, number>()

/** Shows the same part of the same page in the other pane. */
export function scrollAlong(from: HTMLElement | null, to: HTMLElement | null): void {
  if (!from || !to) return
  if (moved.get(from) === Math.round(from.scrollTop)) {
    moved.delete(from)
    return
  }
  const seen = pagesIn(from).findLast((page) => page.offsetTop <= from.scrollTop)
  const same = to.querySelector<HTMLElement>(`[data-page="${seen?.dataset.page ?? 0}"]`)
  if (!seen || !same) return
  const part = (from.scrollTop - seen.offsetTop) / Math.max(seen.offsetHeight, 1)
  const top = same.offsetTop + part * same.offsetHeight
  to.scrollTop = top
  moved.set(to, Math.round(to.scrollTop))
}

const pagesIn = (pane: HTMLElement) => [...pane.querySelectorAll<HTMLElement>('[data-page]')]
