import type { FlowBlock } from '../typeset/flow.ts'
import { elementsOf, isElement, parseTree, type XmlElement } from './parse-xml.ts'

const maxIndent = 40
/** What says how the file is written, not what it says. */
const technical = new Set(['xmlns', 'schemaLocation', 'noNamespaceSchemaLocation', 'space'])

/**
 * XML as labels with values, indented as it is nested: `Payable Amount (currency ID: EUR): 119.00`. Names are
 * parted into words, as people write them. Throws `ReadError`.
 */
export function* readXml(bytes: Uint8Array): Generator<FlowBlock> {
  for (const element of elementsOf(parseTree(bytes))) yield* readElement(element, 0)
}

function* readElement(element: XmlElement, depth: number): Generator<FlowBlock> {
  const label = `${partName(element.name)}${attributesOf(element)}`
  const parts = element.children.filter((node) => isElement(node) || node.trim() !== '')
  if (!parts.some(isElement)) {
    yield* leaf(label, parts.join('').trim(), depth)
    return
  }
  yield line(`${label}:`, depth)
  for (const part of parts) {
    if (isElement(part)) yield* readElement(part, depth + 1)
    else yield line(part.trim(), depth + 1)
  }
}

/** An empty element that says nothing by its attributes is left out. */
function* leaf(label: string, value: string, depth: number): Generator<FlowBlock> {
  if (value !== '') yield line(`${label}: ${value}`, depth)
  else if (label.includes('(')) yield line(label, depth)
}

function attributesOf({ attributes }: XmlElement): string {
  const shown = Object.entries(attributes).filter(
    ([name, value]) => !technical.has(name) && !/^urn:|^https?:/.test(value) && value !== '',
  )
  if (shown.length === 0) return ''
  return ` (${shown.map(([name, value]) => `${partName(name)}: ${value}`).join(', ')})`
}

/** `InvoiceTypeCode` is `Invoice Type Code`; `currencyID` is `currency ID`. */
function partName(name: string): string {
  return name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ')
}

function line(said: string, depth: number): FlowBlock {
  const text = said.replace(/\s+/g, (blank) => (blank.includes('\n') ? '\n' : blank))
  const indent = Math.min(maxIndent, depth * 2)
  return { kind: 'text', text, indent, hanging: 2, isTight: true }
}
