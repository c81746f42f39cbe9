/**
 * Runs in a page: finds what a reader sees as broken. This file has no imports, because it is evaluated there as
 * a script.
 */

/** Subpixels, and the blank around a letter. */
const tolerance = 2
const controls =
  'a[href], button, input, textarea, [role="tab"], [role="combobox"], [role="switch"], [role="menuitem"]'
/** What is clicked instead of a control that it draws. */
const drawnControls =
  'label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-upload, .ant-segmented-item'
const layers = '[role="dialog"], .pop-menu-list, .ant-dropdown'
const root = document.documentElement

const boxOf = (element: Element) => element.getBoundingClientRect()
const all = () => [...document.body.querySelectorAll('*')]

function describeElement(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? ''
  const names = [...element.classList].filter((one) => !/^css-|^ant-.*-\d/.test(one)).slice(0, 2)
  return `<${[element.tagName.toLowerCase(), ...names].join('.')}> “${name}”`
}

function isShown(element: Element): boolean {
  const { width, height } = boxOf(element)
  const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  return width > 4 && height > 4 && isVisible
}

/** Texts for screen readers alone are cut to one pixel. */
function isForScreenReaders(element: Element | null): boolean {
  for (let one = element; one; one = one.parentElement) {
    const { width, height } = boxOf(one)
    if ((width <= 2 || height <= 2) && getComputedStyle(one).overflow === 'hidden') return true
  }
  return false
}

function findSidewaysScrolling(): string[] {
  if (root.scrollWidth <= root.clientWidth + tolerance) return []
  const isBeside = (element: Element) => boxOf(element).right > root.clientWidth + tolerance
  const innermost = all().filter(
    (one) => isShown(one) && isBeside(one) && ![...one.children].some(isBeside),
  )
  const excess = root.scrollWidth - root.clientWidth
  return [`the page is ${excess} px too wide: ${innermost.slice(0, 2).map(describeElement)}`]
}

/** A menu or list that is open must be inside the window, because nobody can scroll to its other part. */
function findBesideWindow(): string[] {
  return [...document.querySelectorAll('[role="menu"], [role="listbox"], [role="tooltip"]')]
    .filter((one) => isShown(one) && !isForScreenReaders(one))
    .map((one) => ({ one, ...boxOf(one).toJSON() }))
    .filter(({ left, right }) => left < -tolerance || right > root.clientWidth + tolerance)
    .map(
      ({ one, left, right }) =>
        `${describeElement(one)} is from ${Math.round(left)} to ${Math.round(right)} px of the window`,
    )
}

/** A pane of more than half of the window that scrolls for itself. */
function isPane(element: Element): boolean {
  return (
    /auto|scroll/.test(getComputedStyle(element).overflowY) &&
    element.scrollHeight > element.clientHeight + tolerance &&
    element.clientHeight > root.clientHeight * 0.6 &&
    element.clientWidth > root.clientWidth * 0.6
  )
}

function findScrolling(): string[] {
  if (root.scrollHeight <= root.clientHeight + tolerance) return []
  const panes = all().filter(isPane).map(describeElement)
  const faults = panes.length > 0 ? [`two scroll bars: the page and ${panes}`] : []
  const bottoms = all()
    .filter((one) => one.children.length === 0 && isShown(one) && !isForScreenReaders(one))
    .map((one) => boxOf(one).bottom + scrollY)
  const blank = Math.round(root.scrollHeight - Math.max(...bottoms))
  if (blank > root.clientHeight / 3) faults.push(`the page ends ${blank} px below its content`)
  return faults
}

type IsBehind = (box: DOMRect, edge: DOMRect) => boolean

/** Whether something lies behind the edge of a pane that it scrolls in. */
function isBehindEdge(element: Element, isBehind: IsBehind): boolean {
  const box = boxOf(element)
  for (let pane = element.parentElement; pane; pane = pane.parentElement) {
    if (getComputedStyle(pane).overflow !== 'visible' && isBehind(box, boxOf(pane))) return true
  }
  return false
}

const isPartlyBehind: IsBehind = (box, edge) =>
  box.left < edge.left - 1 ||
  box.right > edge.right + 1 ||
  box.top < edge.top - 1 ||
  box.bottom > edge.bottom + 1

const isWhollyBehind: IsBehind = (box, edge) => box.top >= edge.bottom || box.bottom <= edge.top

/** Returns what covers a part of a control. */
function coverOf(control: Element): Element | undefined {
  const target = control.closest(drawnControls) ?? control
  const { left, top, right, bottom } = boxOf(control)
  const middle = (left + right) / 2
  const center = (top + bottom) / 2
  // No corners, because the corners of a round button are not its own.
  const points: readonly (readonly [number, number])[] = [
    [left + 3, center],
    [right - 3, center],
    [middle, top + 3],
    [middle, bottom - 3],
    [middle, center],
  ]
  const isCover = (one: Element) =>
    !target.contains(one) &&
    !one.contains(target) &&
    (one.closest(controls) !== null || Boolean(one.textContent?.trim()))
  return points
    .filter(([x, y]) => x > 0 && y > 0 && x < root.clientWidth && y < root.clientHeight)
    .map(([x, y]) => document.elementFromPoint(x, y))
    .find((one) => one !== null && isCover(one)) as Element | undefined
}

function findCoveredControls(): string[] {
  // What a dialog or an open menu covers cannot be clicked anyway.
  const layer = [...document.querySelectorAll(layers)].filter(isShown).at(-1)
  return [...(layer ?? document).querySelectorAll(controls)]
    .filter((one) => isShown(one) && !one.closest('[inert], [aria-hidden="true"]'))
    .map((control) => ({ control, cover: coverOf(control) }))
    .filter(({ control, cover }) => cover && !isBehindEdge(control, isPartlyBehind))
    .map(
      ({ control, cover }) =>
        `${describeElement(control)} is covered by ${cover ? describeElement(cover) : ''}`,
    )
}

/** Returns the texts that a reader reads, with their elements. */
function readableTexts(): { readonly node: Node; readonly element: Element }[] {
  const texts: { readonly node: Node; readonly element: Element }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || !isShown(element)) continue
    if (element.closest('pre, code, textarea, canvas, .textLayer, [aria-hidden="true"]')) continue
    if (!isForScreenReaders(element)) texts.push({ node, element })
  }
  return texts
}

function isCutOff({ element }: { readonly element: Element }): boolean {
  const { overflowX, textOverflow } = getComputedStyle(element)
  const isClipped = overflowX === 'hidden' || overflowX === 'clip'
  return (
    isClipped &&
    textOverflow !== 'ellipsis' &&
    element.scrollWidth > element.clientWidth + tolerance
  )
}

/** Returns the tabs that are cut off in a row of tabs without a menu of those for which there is no room. */
function findCutTabs(): string[] {
  const isCut = (tab: Element) => {
    const row = tab.closest('.ant-tabs-nav-wrap')
    const moreButton = row?.parentElement?.querySelector('.ant-tabs-nav-more')
    return (
      row !== null &&
      !(moreButton && isShown(moreButton)) &&
      boxOf(tab).right > boxOf(row).right + tolerance
    )
  }
  return [...document.querySelectorAll('[role="tab"]')]
    .filter((tab) => isShown(tab) && isCut(tab))
    .map((tab) => `cut off: ${describeElement(tab)}`)
}

/** Returns the words that stand on two lines. What has no blank, such as an address, may be divided. */
function dividedWords({ node }: { readonly node: Node }): string[] {
  const words = (node.textContent ?? '').matchAll(
    /(?<![\p{L}\p{N}_./@-])\p{L}{4,18}(?![\p{L}\p{N}_./@-])/gu,
  )
  const isDivided = ({ 0: word, index }: RegExpExecArray) => {
    const range = document.createRange()
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    const tops = [...range.getClientRects()].map(({ top }) => top)
    return Math.max(...tops) - Math.min(...tops) > 6
  }
  return [...words].filter(isDivided).map(([word]) => word)
}

/** Texts have the typeface of the page or, as code, one of fixed width. */
function findForeignTypefaces(): string[] {
  const own = getComputedStyle(document.body).fontFamily
  const isForeign = ({ element }: { readonly element: Element }) => {
    const { fontFamily } = getComputedStyle(element)
    return fontFamily !== own && !fontFamily.endsWith('monospace')
  }
  return readableTexts()
    .filter(isForeign)
    .map(({ element }) => `another typeface: ${describeElement(element)}`)
}

function findBrokenTexts(): string[] {
  const texts = readableTexts()
  return [
    ...texts.filter(isCutOff).map(({ element }) => `cut off: ${describeElement(element)}`),
    ...texts.flatMap((text) =>
      dividedWords(text).map((word) => `“${word}” is divided in ${describeElement(text.element)}`),
    ),
  ]
}

Object.assign(globalThis, {
  findLayoutFaults: () => [
    ...new Set([
      ...findSidewaysScrolling(),
      ...findBesideWindow(),
      ...findScrolling(),
      ...findCoveredControls(),
      ...findBrokenTexts(),
      ...findCutTabs(),
      ...findForeignTypefaces(),
    ]),
  ],
  /** Counts the words that somebody can read in the window, without those of a document that is shown. */
  countVisibleWords() {
    const isInWindow = ({ element }: { readonly element: Element }) => {
      const { top, bottom, left, right } = boxOf(element)
      const isBeside = right < 0 || left > root.clientWidth
      return (
        bottom > 0 && top < root.clientHeight && !isBeside && !isBehindEdge(element, isWhollyBehind)
      )
    }
    const texts = readableTexts().filter(isInWindow)
    return texts.flatMap(({ node }) => node.textContent?.match(/[\p{L}\p{N}]\S*/gu) ?? []).length
  },
  /** Makes every text about 30 % longer, as it is in other languages. */
  lengthenTexts() {
    for (const { node } of readableTexts()) {
      const longer = (word: string) => word + 'e'.repeat(Math.ceil(word.length * 0.3))
      node.textContent = (node.textContent ?? '').replaceAll(/\p{L}{3,}/gu, longer)
    }
  },
})
