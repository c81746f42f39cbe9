import type { Box, HiddenText } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { boxToDisplay, type PageFrame } from '../pdfium/page-frame.ts'
import {
  getObjectBounds,
  objectKinds,
  type PageObject,
  walkPageObjects,
} from '../pdfium/page-objects.ts'
import type { OpenDocument, Pdfium } from '../pdfium/pdfium.ts'
import { type DrawnLetter, saysTheSame } from './same-letters.ts'

/** A text that the file states in place of letters which say something else. */
export type FalseReplacement = {
  readonly hiddenText: HiddenText
  /** The text objects that it is to replace. */
  readonly objects: readonly number[]
}

type PageContext = Pick<OpenDocument, 'pdfium' | 'scratch' | 'document'> & {
  readonly page: number
  readonly frame: PageFrame
  /** Zero-based. */
  readonly number: number
}

const maxCharacters = 300

/**
 * Finds the texts of a page that replace what it draws (`ActualText` of ISO 32000-1, 14.9.4) and say something else. PDFium
 * returns them in place of the letters, so that the page is loaded a second time without them. Nearly all pages have none.
 */
export function findFalseReplacements(context: PageContext): readonly FalseReplacement[] {
  const { pdfium } = context
  const objects = findMarkedObjects(context, context.page)
  if (objects.length === 0) return []
  const statedTexts = readTextsOfObjects(pdfium, context.page, objects)
  const drawnLetters = readDrawnLetters(context, objects.length)
  if (!drawnLetters) return []
  return groupByText(objects, statedTexts)
    .filter(
      ({ text, places }) =>
        !saysTheSame(
          text,
          places.flatMap((place) => drawnLetters[place] ?? []),
        ),
    )
    .map(({ text, places }): FalseReplacement => {
      const replacedObjects = places.map((place) => objects[place]!)
      return {
        hiddenText: {
          text: text.slice(0, maxCharacters),
          box: uniteBoxes(replacedObjects.map((object) => boxOf(context, object))),
          reason: 'other-letters',
        },
        objects: replacedObjects.map(({ handle }) => handle),
      }
    })
}

/** Makes PDFium return the letters that are drawn on the loaded page. */
export function removeReplacements(
  context: PdfiumContext,
  replacements: readonly FalseReplacement[],
): void {
  for (const { objects } of replacements) for (const object of objects) removeMarks(context, object)
}

type PdfiumContext = Pick<OpenDocument, 'pdfium' | 'scratch'>

function findMarkedObjects(context: PdfiumContext, page: number): readonly PageObject[] {
  const objects: PageObject[] = []
  for (const object of walkPageObjects(context.pdfium, page, context.scratch))
    if (object.kind === objectKinds.text && findReplacingMarks(context, object.handle).length > 0)
      objects.push(object)
  return objects
}

/** More marks around one text are not searched. */
const maxMarks = 64
const maxParameters = 32
const key = 'ActualText'
const keyBytes = 2 * (key.length + 1)

function findReplacingMarks({ pdfium, scratch }: PdfiumContext, object: number): readonly number[] {
  const count = Math.min(maxMarks, pdfium.FPDFPageObj_CountMarks(object))
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    pdfium.FPDFPageObj_GetMark(object, i),
  ).filter((mark) => hasKey({ pdfium, scratch }, mark))
}

function hasKey({ pdfium, scratch }: PdfiumContext, mark: number): boolean {
  const count = Math.min(maxParameters, pdfium.FPDFPageObjMark_CountParams(mark))
  const p = scratch.pointer
  for (let i = 0; i < count; i++) {
    if (pdfium.FPDFPageObjMark_GetParamKey(mark, i, p, keyBytes, p + 32) !== 1) continue
    const [bytes = 0] = new Uint32Array(pdfium.memory.buffer, p + 32, 1)
    if (bytes !== keyBytes) continue
    if (Buffer.from(pdfium.memory.buffer, p, keyBytes - 2).toString('utf16le') === key) return true
  }
  return false
}

function removeMarks(context: PdfiumContext, object: number): void {
  for (const mark of findReplacingMarks(context, object))
    context.pdfium.FPDFPageObj_RemoveMark(object, mark)
}

/** Returns what PDFium reads of each object. */
function readTextsOfObjects(
  pdfium: Pdfium,
  page: number,
  objects: readonly PageObject[],
): readonly string[] {
  return readLettersOfObjects(pdfium, page, objects).map((letters) =>
    letters.map(({ text }) => text).join(''),
  )
}

function readDrawnLetters(
  context: PageContext,
  count: number,
): readonly (readonly DrawnLetter[])[] | undefined {
  const { pdfium, document, number } = context
  const page = pdfium.FPDF_LoadPage(document, number)
  if (page === 0) return undefined
  try {
    const objects = findMarkedObjects(context, page)
    if (objects.length !== count) return undefined
    for (const { handle } of objects) removeMarks(context, handle)
    return readLettersOfObjects(pdfium, page, objects)
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

function readLettersOfObjects(
  pdfium: Pdfium,
  page: number,
  objects: readonly PageObject[],
): readonly (readonly DrawnLetter[])[] {
  const places = new Map(objects.map(({ handle }, place) => [handle, place]))
  const letters: DrawnLetter[][] = objects.map(() => [])
  const textPage = pdfium.FPDFText_LoadPage(page)
  if (textPage === 0) return letters
  try {
    const count = pdfium.FPDFText_CountChars(textPage)
    for (let i = 0; i < count; i++) {
      const place = places.get(pdfium.FPDFText_GetTextObject(textPage, i))
      if (place === undefined || pdfium.FPDFText_IsGenerated(textPage, i) === 1) continue
      letters[place]!.push(readLetter(pdfium, textPage, i))
    }
    return letters
  } finally {
    pdfium.FPDFText_ClosePage(textPage)
  }
}

const meaningless = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u

function readLetter(pdfium: Pdfium, textPage: number, index: number): DrawnLetter {
  const code = pdfium.FPDFText_GetUnicode(textPage, index)
  // PDFium returns 2 for a hyphen at the end of a line.
  if (code === 2) return { text: '-', isKnown: true }
  const text = String.fromCharCode(code)
  const isKnown =
    code !== 0 &&
    !meaningless.test(text) &&
    pdfium.FPDFText_HasUnicodeMapError(textPage, index) !== 1
  return { text, isKnown }
}

type TextOfObjects = { readonly text: string; readonly places: readonly number[] }

/** One text may replace several objects, of which PDFium returns it for the first. */
function groupByText(
  objects: readonly PageObject[],
  texts: readonly string[],
): readonly TextOfObjects[] {
  const groups: { text: string; places: number[] }[] = []
  for (const place of objects.keys()) {
    const text = texts[place] ?? ''
    const group = groups.at(-1)
    if (text === '' && group) group.places.push(place)
    else groups.push({ text, places: [place] })
  }
  return groups
}

function boxOf({ pdfium, scratch, frame }: PageContext, object: PageObject): Box {
  const bounds = getObjectBounds(pdfium, object, scratch)
  return bounds ? boxToDisplay(frame, bounds) : [0, 0, 0, 0]
}
