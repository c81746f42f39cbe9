import type { PlacedWord } from '../../words/group-words.ts'
import { boxToDisplay } from '../pdfium/page-frame.ts'
import { readString, withKey } from '../pdfium/read-string.ts'
import type { AnnotatedPage } from './annotated-page.ts'
import { appearanceWords } from './appearance-words.ts'
import { wordsOfField } from './form-words.ts'
import { setText } from './set-text.ts'

/** PDFium's numbers for the kinds of annotations, and flags of ISO 32000-1, 12.5.3. */
const note = 1
const link = 2
const freeText = 3
const popup = 16
const widget = 20
const hiddenOrNoView = 2 | 32

/**
 * What annotations show on the page: the fields of forms, text boxes, stamps and the captions of drawings.
 *
 * Notes, and the comments behind highlights, are left out. They are on no printed page; a value found
 * there would have no place to point at.
 */
export function readAnnotationWords(given: AnnotatedPage): PlacedWord[] {
  const { pdfium, form, page } = given
  const count = pdfium.FPDFPage_GetAnnotCount(page)
  if (count === 0) return []
  // Finds the fields that stand on the page but are missing in the list of the form.
  if (form !== 0) pdfium.FORM_OnAfterLoadPage(page, form)
  const words = wordsOfAll(given, count, false)
  if (form !== 0) pdfium.FORM_OnBeforeClosePage(page, form)
  return words
}

const mostAnnotations = 1000

/** What annotations would show that are not to be shown. Check boxes say nothing then. */
export function readHiddenAnnotations(given: AnnotatedPage): PlacedWord[] {
  const count = Math.min(given.pdfium.FPDFPage_GetAnnotCount(given.page), mostAnnotations)
  return wordsOfAll({ ...given, form: 0 }, count, true)
}

function wordsOfAll(given: AnnotatedPage, count: number, areHidden: boolean): PlacedWord[] {
  const { pdfium, page } = given
  const words: PlacedWord[] = []
  for (let i = 0; i < count; i++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, i)
    if (annotation === 0) continue
    if (((pdfium.FPDFAnnot_GetFlags(annotation) & hiddenOrNoView) !== 0) === areHidden)
      words.push(...wordsOf(given, annotation))
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return words
}

function wordsOf(given: AnnotatedPage, annotation: number): PlacedWord[] {
  const kind = given.pdfium.FPDFAnnot_GetSubtype(annotation)
  if (kind === note || kind === link || kind === popup) return []
  if (kind === widget)
    return given.form === 0
      ? appearanceWords(given, annotation, 'form')
      : wordsOfField(given, annotation)
  const shown = appearanceWords(given, annotation, 'markup')
  return shown.length === 0 && kind === freeText ? setContents(given, annotation) : shown
}

/** A text box without an appearance is drawn by the program that shows it. */
function setContents(given: AnnotatedPage, annotation: number): PlacedWord[] {
  const { pdfium, frame, scratch } = given
  if (pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) !== 1) return []
  const [left, top, right, bottom] = scratch.floats()
  const box = boxToDisplay(frame, [left!, bottom!, right!, top!])
  const text = withKey(pdfium, 'Contents', (key) =>
    readString(pdfium, pdfium.FPDFAnnot_GetStringValue, [annotation, key]),
  )
  return setText({ text, box, size: 0, isMultiline: true, origin: 'markup' })
}
