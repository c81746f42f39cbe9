import { childOf, elementsOf, textOf, type XmlElement } from '../../markup/parse-xml.ts'

/** A condition in brackets behind a name: `[@schemeID=VA]`, `[TaxScheme/ID=VAT]`. */
type Condition = { readonly target: string; readonly value: string }
type Step = { readonly name: string; readonly condition: Condition | undefined }

/**
 * A path of names through elements, each with a condition on an attribute or on the text of a child where it is
 * needed. Slashes inside brackets part the names of the condition.
 */
export function parsePath(path: string): readonly Step[] {
  const steps = path.match(/[^/[\]]+(?:\[[^\]]*\])?/g) ?? []
  return steps.map((step) => {
    const bracketIndex = step.indexOf('[')
    if (bracketIndex < 0) return { name: step, condition: undefined }
    const [attribute = '', value = ''] = step.slice(bracketIndex + 1, -1).split('=')
    return { name: step.slice(0, bracketIndex), condition: { target: attribute, value } }
  })
}

/** All elements that the path leads to, in the order of the document. */
export function elementsAt(root: XmlElement, steps: readonly Step[]): readonly XmlElement[] {
  let elements: readonly XmlElement[] = [root]
  for (const { name, condition } of steps) {
    elements = elements.flatMap((element) =>
      elementsOf(element).filter((child) => child.name === name && holds(child, condition)),
    )
  }
  return elements
}

function holds(element: XmlElement, condition: Condition | undefined): boolean {
  if (!condition) return true
  const { target, value } = condition
  if (target.startsWith('@')) return element.attributes[target.slice(1)] === value
  const child = childOf(element, ...target.split('/'))
  return child !== undefined && textOf(child).trim() === value
}
