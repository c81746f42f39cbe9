/**
 * A place where a value is shown. A doubtful cell is shown twice: in the list of what needs a review,
 * and in its table.
 */
export const placeOf = (key: string, isCell: boolean): string =>
  `${isCell ? 'cell' : 'list'} ${key}`

const valuesOnPage = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.review-value[data-place]'),
]

/** Focuses a value once it has been rendered at its new position. */
export function focusValue(key: string): void {
  requestAnimationFrame(() =>
    valuesOnPage()
      .find((element) => element.dataset.key === key)
      ?.focus(),
  )
}

/** Focuses the value at a place once it has been rendered. */
export function focusPlace(place: string): void {
  requestAnimationFrame(() =>
    valuesOnPage()
      .find((element) => element.dataset.place === place)
      ?.focus(),
  )
}

/** Returns the place in front of a place on the page, or behind it. */
export function findNeighbor(place: string, direction: 1 | -1): string | undefined {
  const elements = valuesOnPage()
  const index = elements.findIndex((element) => element.dataset.place === place)
  return index < 0 ? undefined : elements[index + direction]?.dataset.place
}

const directions: Readonly<Record<string, 1 | -1>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowRight: 1,
}

/** Moves the focus to the value in the direction of an arrow key; returns whether there is one. */
export function moveFocus(element: HTMLElement, arrowKey: string): boolean {
  const direction = directions[arrowKey]
  if (direction === undefined) return false
  const row = element.closest('.ant-table-row')
  const isVertical = arrowKey === 'ArrowUp' || arrowKey === 'ArrowDown'
  const target = row && isVertical ? findInColumn(element, row, direction) : undefined
  const elements = valuesOnPage()
  const neighbor = target ?? elements[elements.indexOf(element) + direction]
  neighbor?.focus()
  return neighbor !== undefined
}

/** Returns the cell of the same column in the next row, or in the one before. */
function findInColumn(
  element: HTMLElement,
  row: Element,
  direction: 1 | -1,
): HTMLElement | undefined {
  const valuesIn = (parent: Element) => [
    ...parent.querySelectorAll<HTMLElement>('.review-value[data-place]'),
  ]
  const otherRow = direction === 1 ? row.nextElementSibling : row.previousElementSibling
  return otherRow ? valuesIn(otherRow)[valuesIn(row).indexOf(element)] : undefined
}
