class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

/** What Ant Design and pdf.js ask of a browser and jsdom does not have. */
export function fillBrowserGaps(): void {
  window.matchMedia = (query) => ({
    // jsdom never ends an animation, so nothing may begin one.
    matches: query.includes('prefers-reduced-motion'),
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  })
  Object.assign(globalThis, {
    ResizeObserver: StillObserver,
    IntersectionObserver: StillObserver,
  })
  Element.prototype.scrollIntoView = () => {}
  window.scrollTo = () => {}

  // jsdom refuses pseudo-elements with a printed error; nothing here looks at them.
  const getComputedStyle = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element) => getComputedStyle(element)
}
