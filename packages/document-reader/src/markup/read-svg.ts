import type { FlowBlock } from '../typeset/flow.ts'
import { findAll, textOf, type XmlElement } from './parse-xml.ts'

/** The texts of a drawing, in the order of the file: its shapes are numbers that nobody reads. */
export function* readSvg(drawing: XmlElement): Generator<FlowBlock> {
  for (const element of findAll(drawing, 'text')) {
    const text = textOf(element).replace(/\s+/g, ' ').trim()
    if (text !== '') yield { kind: 'text', text, isTight: true }
  }
}
