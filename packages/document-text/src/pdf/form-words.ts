import type { Box } from '../model.ts'
import type { PlacedWord } from '../words/group-words.ts'
import { boxToDisplay, type PageFrame } from '../words/page-frame.ts'
import type { Pdfium, Scratch } from './pdfium.ts'

/** PDFium's numbers, and flags of ISO 32000-1, 12.5.3 and 12.7.4. */
const widget = 20
const comboBox = 4
const listBox = 5
const textField = 6
const hiddenOrNoView = 2 | 32
const multiline = 1 << 12
const password = 1 << 13

/** Shares of the letter size, close to Helvetica, in which most fields are set. */
const letterWidth = 0.5
const spaceWidth = 0.28
const lineStep = 1.15
const baseLineBelowMiddle = 0.35
const largestAutomaticSize = 12
const padding = 2

export type FormPage = {
  readonly pdfium: Pdfium
  /** Handle of the form environment. */
  readonly form: number
  readonly page: number
  readonly frame: PageFrame
  readonly scratch: Scratch
}

/**
 * The values that were filled into the fields of a form, as words. Their letters have no places in the file
 * that could be read, so they are set from the field's edge in a usual width.
 */
export function readFormWords(given: FormPage): PlacedWord[] {
  const { pdfium, page } = given
  const words: PlacedWord[] = []
  const count = pdfium.FPDFPage_GetAnnotCount(page)
  for (let i = 0; i < count; i++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, i)
    if (annotation === 0) continue
    if (isVisibleField(pdfium, annotation)) words.push(...wordsOfField(given, annotation))
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return words
}

function isVisibleField(pdfium: Pdfium, annotation: number): boolean {
  if (pdfium.FPDFAnnot_GetSubtype(annotation) !== widget) return false
  return (pdfium.FPDFAnnot_GetFlags(annotation) & hiddenOrNoView) === 0
}

function wordsOfField(given: FormPage, annotation: number): PlacedWord[] {
  const { pdfium, form, frame, scratch } = given
  const text = shownValue(given, annotation)
  if (text.trim() === '' || pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) !== 1) return []
  const [left, top, right, bottom] = scratch.floats()
  const box = boxToDisplay(frame, [left!, bottom!, right!, top!])
  const flags = pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation)
  const isMultiline = (flags & multiline) !== 0

  const size = fontSize(given, annotation) || automaticSize(box)
  return isMultiline ? setInLines(text, box, size) : setInOneLine(text, box, size)
}

/** 0 when the field leaves the size to the program that shows it. */
function fontSize({ pdfium, form, scratch }: FormPage, annotation: number): number {
  const isKnown = pdfium.FPDFAnnot_GetFontSize(form, annotation, scratch.pointer) === 1
  return isKnown ? scratch.floats()[0]! : 0
}

function automaticSize(box: Box): number {
  return Math.min(largestAutomaticSize, (box[3] - box[1]) * 0.75)
}

function shownValue(given: FormPage, annotation: number): string {
  const { pdfium, form } = given
  const kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
  if (kind === textField) {
    const isSecret = (pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & password) !== 0
    return isSecret
      ? ''
      : readString(pdfium, pdfium.FPDFAnnot_GetFormFieldValue, [form, annotation])
  }
  if (kind !== comboBox && kind !== listBox) return ''
  const chosen = chosenLabels(given, annotation)
  if (chosen !== '' || kind === listBox) return chosen
  // A combo box may hold a text that is none of its options.
  return readString(pdfium, pdfium.FPDFAnnot_GetFormFieldValue, [form, annotation])
}

/** What a choice shows is its label, which may differ from the value that it stores. */
function chosenLabels(given: FormPage, annotation: number): string {
  const { pdfium, form } = given
  const labels: string[] = []
  const count = pdfium.FPDFAnnot_GetOptionCount(form, annotation)
  for (let option = 0; option < count; option++)
    if (pdfium.FPDFAnnot_IsOptionSelected(form, annotation, option) === 1)
      labels.push(readString(pdfium, pdfium.FPDFAnnot_GetOptionLabel, [form, annotation, option]))
  return labels.join(' ')
}

/** Functions that answer text take a buffer and its length last, and answer the bytes they need. */
function readString(
  pdfium: Pdfium,
  call: (...numbers: readonly number[]) => number,
  subject: readonly number[],
): string {
  const bytes = call(...subject, 0, 0)
  if (bytes <= 2) return ''
  const pointer = pdfium.malloc(bytes)
  if (pointer === 0) throw new Error('PDFium has no memory left.')
  call(...subject, pointer, bytes)
  const text = Buffer.from(pdfium.memory.buffer, pointer, bytes - 2).toString('utf16le')
  pdfium.free(pointer)
  return text
}

function setInOneLine(text: string, box: Box, size: number): PlacedWord[] {
  const width = widthOf(text, size)
  const room = box[2] - box[0] - 2 * padding
  const squeeze = width > room ? Math.max(room, 1) / width : 1
  const baseLine = (box[1] + box[3]) / 2 + baseLineBelowMiddle * size
  let along = box[0] + padding
  return text.split(/\s+/).flatMap((word) => {
    const start = along
    along += (widthOf(word, size) + spaceWidth * size) * squeeze
    const end = start + widthOf(word, size) * squeeze
    return word === '' ? [] : [placeWord({ text: word, start, end, baseLine, size })]
  })
}

function setInLines(text: string, box: Box, size: number): PlacedWord[] {
  const words: PlacedWord[] = []
  let baseLine = box[1] + padding
  for (const paragraph of text.split(/\r\n|[\r\n]/)) {
    let along = Number.POSITIVE_INFINITY
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const width = widthOf(word, size)
      if (along + width > box[2] - padding) {
        along = box[0] + padding
        baseLine += lineStep * size
      }
      words.push(placeWord({ text: word, start: along, end: along + width, baseLine, size }))
      along += width + spaceWidth * size
    }
    if (along === Number.POSITIVE_INFINITY) baseLine += lineStep * size
  }
  return words
}

function widthOf(text: string, size: number): number {
  return [...text].reduce((sum, c) => sum + (c === ' ' ? spaceWidth : letterWidth) * size, 0)
}

type Setting = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly baseLine: number
  readonly size: number
}

function placeWord({ text, start, end, baseLine, size }: Setting): PlacedWord {
  const box: Box = [start, baseLine - 0.8 * size, end, baseLine + 0.2 * size]
  return {
    word: { text, box, confidence: 1, origin: 'form' },
    angle: 0,
    alongStart: start,
    alongEnd: end,
    across: baseLine,
    size,
    endsHard: true,
  }
}
