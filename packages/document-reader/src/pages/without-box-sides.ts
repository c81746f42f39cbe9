import type { Box, Page } from '@recto/document-text/model'

/** Share of a check box's size by which its drawn frame may be larger than the field, or its place be guessed. */
const slack = 0.35

/** The sides of a check box are ruling lines like any other to who only looks at them, but they rule nothing. */
export function withoutBoxSides(page: Page): Page {
  const boxes = page.words.filter(({ isCheckbox }) => isCheckbox).map(({ box }) => widen(box))
  if (!page.rules || boxes.length === 0) return page
  const rules = page.rules.filter((rule) => !boxes.some((box) => isInside(rule, box)))
  return { ...page, rules }
}

function widen([x0, y0, x1, y1]: Box): Box {
  const x = (x1 - x0) * slack
  const y = (y1 - y0) * slack
  return [x0 - x, y0 - y, x1 + x, y1 + y]
}

function isInside([x0, y0, x1, y1]: Box, outer: Box): boolean {
  return x0 >= outer[0] && y0 >= outer[1] && x1 <= outer[2] && y1 <= outer[3]
}
