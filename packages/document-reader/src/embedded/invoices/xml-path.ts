import { childOf, elementsOf, textOf, type XmlElement } from '../../markup/parse-xml.ts'

/** What may stand in brackets behind a name: `[@schemeID=VA]`, `[TaxScheme/ID=VAT]`. */
type Condition = { readonly of: string; readonly value: string }
type Step = { readonly name: string; readonly condition: Condition | undefined }

/**
 * A path of names through elements, each with a condition on an attribute or on the text of a child where it is
 * needed. Slashes inside brackets part the names of the condition.
 */
export function parsePath(path: string): readonly Step[] {
  const steps = path.match(/[^/[\]]+(?:\[[^\]]*\])?/g) ?? []
  return steps.map((step) => {
    const at = step.indexOf('[')
    if (at < 0) return { name: step, condition: undefined }
    const [of = '', value = ''] = step.slice(at + 1, -1).split('=')
    return { name: step.slice(0, at), condition: { of, value } }
  })
}

/** All elements that the path leads to, in the order of the document. */
export function elementsAt(root: XmlElement, steps: readonly Step[]): readonly XmlElement[] {
  let found: readonly XmlElement[] = [root]
  for (const { name, condition } of steps) {
    found = found.flatMap((element) =>
      elementsOf(element).filter((child) => child.name === name && holds(child, condition)),
    )
  }
  return found
}

function holds(element: XmlElement, condition: Condition | undefined): boolean {
  if (!condition) return true
  const { of, value } = condition
  if (of.startsWith('@')) return element.attributes[of.slice(1)] === value
  const child = childOf(element, ...of.split('/'))
  return child !== undefined && textOf(child).trim() === value
}
