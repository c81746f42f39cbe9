import { elementsOf, type XmlElement } from '../parse-xml.ts'

/** An element with its place in the page. */
export type PlacedElement = {
  readonly element: XmlElement
  readonly parent: PlacedElement | undefined
  /** The element and the elements beside it. */
  readonly siblings: readonly PlacedElement[]
  readonly index: number
  /** Its place among those of its name, and how many these are. */
  readonly indexOfType: number
  readonly countsOfTypes: ReadonlyMap<string, number>
}

export function placeRoot(element: XmlElement): PlacedElement {
  return {
    element,
    parent: undefined,
    siblings: [],
    index: 0,
    indexOfType: 0,
    countsOfTypes: new Map(),
  }
}

/** Returns the child elements with their places. */
export function placeChildren(parent: PlacedElement): readonly PlacedElement[] {
  const siblings: PlacedElement[] = []
  const countsOfTypes = new Map<string, number>()
  for (const [index, element] of elementsOf(parent.element).entries()) {
    const indexOfType = countsOfTypes.get(element.name) ?? 0
    countsOfTypes.set(element.name, indexOfType + 1)
    siblings.push({ element, parent, siblings, index, indexOfType, countsOfTypes })
  }
  return siblings
}
