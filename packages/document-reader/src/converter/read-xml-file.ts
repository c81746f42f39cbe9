import {
  childOf,
  elementsOf,
  findAll,
  parseTree,
  textOf,
  type XmlElement,
} from '../markup/parse-xml.ts'
import { readXml } from '../markup/read-xml.ts'
import { readFlatOdf } from '../office/odf/read-odf.ts'
import { readXmlWorkbook } from '../office/xlsx/read-xml-workbook.ts'
import type { FlowBlock } from '../typeset/flow.ts'

/** An XML document: one of the kinds that people open with a program of their own, or else its labels and values. Throws `ReadError`. */
export function* readXmlFile(bytes: Uint8Array): Generator<FlowBlock> {
  const document = parseTree(bytes)
  const [root] = elementsOf(document)
  if (root?.name === 'svg') yield* readSvg(root)
  else if (root?.name === 'Workbook' && childOf(root, 'Worksheet')) yield* readXmlWorkbook(root)
  else if (root && isFlatOdf(root)) yield* readFlatOdf(root)
  else yield* readXml(document)
}

function isFlatOdf(root: XmlElement): boolean {
  const mimeType = root.attributes.mimetype ?? ''
  return root.name === 'document' && mimeType.startsWith('application/vnd.oasis.opendocument.')
}

/** The texts of a drawing, in the order of the file: its shapes are numbers that nobody reads. */
function* readSvg(drawing: XmlElement): Generator<FlowBlock> {
  for (const element of findAll(drawing, 'text')) {
    const text = textOf(element).replace(/\s+/g, ' ').trim()
    if (text !== '') yield { kind: 'text', text, isTight: true }
  }
}
