/**
 * Scroll position that each pane was last moved to by the other one. The resulting scroll event is
 * ignored.
 */
const scrollTimes = new WeakMap<Element, number>()

/** Scrolls the other pane to the same part of the same page. */
export function scrollAlong(from: HTMLElement | null, to: HTMLElement | null): void {
  if (!from || !to) return
  if (scrollTimes.get(from) === Math.round(from.scrollTop)) {
    scrollTimes.delete(from)
    return
  }
  const visiblePage = pagesIn(from).findLast((page) => page.offsetTop <= from.scrollTop)
  const samePage = to.querySelector<HTMLElement>(`[data-page="${visiblePage?.dataset.page ?? 0}"]`)
  if (!visiblePage || !samePage) return
  const part = (from.scrollTop - visiblePage.offsetTop) / Math.max(visiblePage.offsetHeight, 1)
  const top = samePage.offsetTop + part * samePage.offsetHeight
  to.scrollTop = top
  scrollTimes.set(to, Math.round(to.scrollTop))
}

const pagesIn = (pane: HTMLElement) => [...pane.querySelectorAll<HTMLElement>('[data-page]')]
