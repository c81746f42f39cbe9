import type { HiddenReason } from '@recto/document-text/model'
import { elementsOf, findAll, textOf, type XmlElement } from '../../markup/parse-xml.ts'
import type { TextBlock } from '../../typeset/flow.ts'
import { markHidden } from '../../typeset/hidden-marks.ts'

/** Returns why nobody sees a run of a paragraph. */
export type RunReason = (run: XmlElement, paragraph: XmlElement) => HiddenReason | undefined

const alwaysSeen: RunReason = () => undefined

/** The paragraphs of a DrawingML text body (shapes of slides, text boxes of sheets, diagrams). */
export function* drawingParagraphs(
  body: XmlElement,
  reasonOf: RunReason = alwaysSeen,
): Generator<TextBlock> {
  for (const paragraph of findAll(body, 'p')) {
    const text = drawingLine(paragraph, (run) => reasonOf(run, paragraph))
    if (text.trim() === '') continue
    const level = Number(
      elementsOf(paragraph).find(({ name }) => name === 'pPr')?.attributes.lvl ?? 0,
    )
    yield { kind: 'text', text, indent: 2 * Math.min(9, level || 0), isTight: true }
  }
}

/** All of a body as the text of one cell. */
export function drawingText(body: XmlElement, reasonOf: RunReason = alwaysSeen): string {
  return [...drawingParagraphs(body, reasonOf)].map(({ text }) => text).join('\n')
}

const runNames = new Set(['r', 'fld'])

function drawingLine(
  element: XmlElement,
  reasonOf: (run: XmlElement) => HiddenReason | undefined,
): string {
  return elementsOf(element)
    .map((child) => {
      if (child.name === 't') return textOf(child)
      if (child.name === 'br') return '\n'
      if (child.name === 'tab') return ' '
      return ['r', 'fld', 'ins', 'oMathPara', 'oMath', 'm', 'AlternateContent', 'Choice'].includes(
        child.name,
      )
        ? markedRun(child, drawingLine(child, reasonOf), reasonOf)
        : ''
    })
    .join('')
    .replaceAll('\v', '\n')
}

function markedRun(
  element: XmlElement,
  text: string,
  reasonOf: (run: XmlElement) => HiddenReason | undefined,
): string {
  const reason = runNames.has(element.name) ? reasonOf(element) : undefined
  return reason ? markHidden(text, reason) : text
}
