import type { FlowBlock } from '../typeset/flow.ts'
import { elementsOf, isElement, type XmlElement } from './parse-xml.ts'

const maxIndent = 40
/** Nodes that describe the file's encoding or processing, not its content. */
const technical = new Set(['xmlns', 'schemaLocation', 'noNamespaceSchemaLocation', 'space'])

/**
 * XML as labels with values, indented as it is nested: `Payable Amount (currency ID: EUR): 119.00`. Names are
 * parted into words, as people write them.
 */
export function* readXml(document: XmlElement): Generator<FlowBlock> {
  for (const element of elementsOf(document)) yield* readElement(element, 0)
}

function* readElement(element: XmlElement, depth: number): Generator<FlowBlock> {
  const label = `${partName(element.name)}${attributesOf(element)}`
  const parts = element.children.filter((node) => isElement(node) || node.trim() !== '')
  if (!parts.some(isElement)) {
    yield* leaf(label, parts.join('').trim(), depth)
    return
  }
  yield toBlock(`${label}:`, depth)
  for (const part of parts) {
    if (isElement(part)) yield* readElement(part, depth + 1)
    else yield toBlock(part.trim(), depth + 1)
  }
}

/** An empty element that says nothing by its attributes is left out. */
function* leaf(label: string, value: string, depth: number): Generator<FlowBlock> {
  if (value !== '') yield toBlock(`${label}: ${value}`, depth)
  else if (label.includes('(')) yield toBlock(label, depth)
}

function attributesOf({ attributes }: XmlElement): string {
  const visibleAttributes = Object.entries(attributes).filter(
    ([name, value]) => !technical.has(name) && !/^urn:|^https?:/.test(value) && value !== '',
  )
  if (visibleAttributes.length === 0) return ''
  return ` (${visibleAttributes.map(([name, value]) => `${partName(name)}: ${value}`).join(', ')})`
}

/** `InvoiceTypeCode` is `Invoice Type Code`; `currencyID` is `currency ID`. */
function partName(name: string): string {
  return name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ')
}

function toBlock(lineText: string, depth: number): FlowBlock {
  const text = lineText.replace(/\s+/g, (blank) => (blank.includes('\n') ? '\n' : blank))
  const indent = Math.min(maxIndent, depth * 2)
  return { kind: 'text', text, indent, hangingIndent: 2, isTight: true }
}
