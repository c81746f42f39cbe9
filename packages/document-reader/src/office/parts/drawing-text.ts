import { elementsOf, findAll, textOf, type XmlElement } from '../../markup/parse-xml.ts'
import type { TextBlock } from '../../typeset/flow.ts'

/** The paragraphs of a DrawingML text body (shapes of slides, text boxes of sheets, diagrams). */
export function* drawingParagraphs(body: XmlElement): Generator<TextBlock> {
  for (const paragraph of findAll(body, 'p')) {
    const text = drawingLine(paragraph)
    if (text.trim() === '') continue
    const level = Number(
      elementsOf(paragraph).find(({ name }) => name === 'pPr')?.attributes.lvl ?? 0,
    )
    yield { kind: 'text', text, indent: 2 * Math.min(9, level || 0), isTight: true }
  }
}

/** All of a body as the text of one cell. */
export function drawingText(body: XmlElement): string {
  return [...drawingParagraphs(body)].map(({ text }) => text).join('\n')
}

function drawingLine(element: XmlElement): string {
  return elementsOf(element)
    .map((child) => {
      if (child.name === 't') return textOf(child)
      if (child.name === 'br') return '\n'
      if (child.name === 'tab') return ' '
      return ['r', 'fld', 'ins', 'oMathPara', 'oMath', 'm', 'AlternateContent', 'Choice'].includes(
        child.name,
      )
        ? drawingLine(child)
        : ''
    })
    .join('')
    .replaceAll('\v', '\n')
}
