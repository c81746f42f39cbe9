import type { PlacedWord } from '../../words/group-words.ts'
import { boxToDisplay } from '../pdfium/page-frame.ts'
import { readString, withKey } from '../pdfium/read-string.ts'
import type { AnnotatedPage } from './annotated-page.ts'
import { readAppearanceWords } from './appearance-words.ts'
import { readFieldWords } from './form-words.ts'
import { setText } from './set-text.ts'

/** PDFium's numbers for the kinds of annotations, and flags of ISO 32000-1, 12.5.3. */
const note = 1
const link = 2
const freeText = 3
const popup = 16
const widget = 20
const hiddenOrNoView = 2 | 32

/**
 * Reads the words that annotations show on the page: form fields, text boxes, stamps and captions
 * of drawings.
 *
 * Notes, and the comments behind highlights, are left out: they are not on the printed page, so a
 * value found in them would have no position to point to.
 */
export function readAnnotationWords(annotatedPage: AnnotatedPage): PlacedWord[] {
  const { pdfium, form, page } = annotatedPage
  const count = pdfium.FPDFPage_GetAnnotCount(page)
  if (count === 0) return []
  // Makes PDFium find the fields that are on the page but missing from the form's field list.
  if (form !== 0) pdfium.FORM_OnAfterLoadPage(page, form)
  const words = readAllWords(annotatedPage, count, false)
  if (form !== 0) pdfium.FORM_OnBeforeClosePage(page, form)
  return words
}

const maxAnnotations = 1000

/** Reads the words of annotations that are flagged as hidden. Check boxes return no words. */
export function readHiddenAnnotations(annotatedPage: AnnotatedPage): PlacedWord[] {
  const count = Math.min(
    annotatedPage.pdfium.FPDFPage_GetAnnotCount(annotatedPage.page),
    maxAnnotations,
  )
  return readAllWords({ ...annotatedPage, form: 0 }, count, true)
}

function readAllWords(
  annotatedPage: AnnotatedPage,
  count: number,
  areHidden: boolean,
): PlacedWord[] {
  const { pdfium, page } = annotatedPage
  const words: PlacedWord[] = []
  for (let i = 0; i < count; i++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, i)
    if (annotation === 0) continue
    if (((pdfium.FPDFAnnot_GetFlags(annotation) & hiddenOrNoView) !== 0) === areHidden)
      words.push(...readWords(annotatedPage, annotation))
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return words
}

function readWords(annotatedPage: AnnotatedPage, annotation: number): PlacedWord[] {
  const kind = annotatedPage.pdfium.FPDFAnnot_GetSubtype(annotation)
  if (kind === note || kind === link || kind === popup) return []
  if (kind === widget)
    return annotatedPage.form === 0
      ? readAppearanceWords(annotatedPage, annotation, 'form')
      : readFieldWords(annotatedPage, annotation)
  const appearance = readAppearanceWords(annotatedPage, annotation, 'markup')
  return appearance.length === 0 && kind === freeText
    ? setContents(annotatedPage, annotation)
    : appearance
}

/**
 * Sets the text of a text box that has no appearance stream: viewers draw such a box themselves.
 */
function setContents(annotatedPage: AnnotatedPage, annotation: number): PlacedWord[] {
  const { pdfium, frame, scratch } = annotatedPage
  if (pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) !== 1) return []
  const [left, top, right, bottom] = scratch.floats()
  const box = boxToDisplay(frame, [left!, bottom!, right!, top!])
  const text = withKey(pdfium, 'Contents', (key) =>
    readString(pdfium, pdfium.FPDFAnnot_GetStringValue, [annotation, key]),
  )
  return setText({ text, box, size: 0, isMultiline: true, origin: 'markup' })
}
