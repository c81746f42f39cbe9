import type { EmbeddedValue } from '@recto/document-text/embedded'
import { omitUndefined } from '@recto/omit-undefined'
import type { AnnotatedPage } from './annotations/annotated-page.ts'
import { checkBox, radioButton, readFieldValue } from './annotations/form-words.ts'
import { withPage } from './pdfium/loaded-pages.ts'
import { boxToDisplay } from './pdfium/page-frame.ts'
import type { OpenDocument } from './pdfium/pdfium.ts'
import { readString } from './pdfium/read-string.ts'
import { getPageFrame } from './read-page.ts'

const widget = 20
const hidden = 2
const maxNameLength = 255
const maxValueLength = 4000

/**
 * Reads the filled fields on one page of a PDF form, by their full names, `maxCount` at most; the
 * value of a check box is `true` or `false`. A page that does not load has none.
 */
export function readFormFields(
  open: OpenDocument,
  number: number,
  maxCount: number,
): readonly EmbeddedValue[] {
  const { pdfium, form, scratch } = open
  if (form === 0 || maxCount <= 0) return []
  const values = withPage(open, number, (page) => {
    pdfium.FORM_OnAfterLoadPage(page, form)
    const frame = getPageFrame(pdfium, page, scratch)
    const fields = readPageFields({ ...open, page, frame }, number, maxCount)
    pdfium.FORM_OnBeforeClosePage(page, form)
    return fields
  })
  return values ?? []
}

function readPageFields(
  annotatedPage: AnnotatedPage,
  number: number,
  maxCount: number,
): readonly EmbeddedValue[] {
  const { pdfium, page } = annotatedPage
  const values: EmbeddedValue[] = []
  const count = pdfium.FPDFPage_GetAnnotCount(page)
  for (let index = 0; index < count && values.length < maxCount; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const value = readField(annotatedPage, annotation, number)
    if (value) values.push(value)
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return values
}

/** Returns nothing for a hidden, empty or unnamed field. */
function readField(
  annotatedPage: AnnotatedPage,
  annotation: number,
  page: number,
): EmbeddedValue | undefined {
  const { pdfium, form, frame, scratch } = annotatedPage
  if (pdfium.FPDFAnnot_GetSubtype(annotation) !== widget) return undefined
  if ((pdfium.FPDFAnnot_GetFlags(annotation) & hidden) !== 0) return undefined
  const read = (call: (...numbers: readonly number[]) => number) =>
    readString(pdfium, call, [form, annotation]).trim().slice(0, maxNameLength)
  const name = read(pdfium.FPDFAnnot_GetFormFieldName)
  const fieldValue = readCheckedValue(annotatedPage, annotation)
  if (name === '' || fieldValue === undefined) return undefined
  const label = read(pdfium.FPDFAnnot_GetFormFieldAlternateName)
  const hasPlace = pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) === 1
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
  const box = hasPlace ? boxToDisplay(frame, [left, bottom, right, top]) : undefined
  return {
    source: 'form',
    name,
    ...omitUndefined({ label: label !== '' && label !== name ? label : undefined }),
    ...fieldValue,
    place: omitUndefined({ page, box }),
  }
}

type FieldValue = Pick<EmbeddedValue, 'kind' | 'value'>

function readCheckedValue(
  annotatedPage: AnnotatedPage,
  annotation: number,
): FieldValue | undefined {
  const { pdfium, form } = annotatedPage
  const kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
  const isChecked = () => pdfium.FPDFAnnot_IsChecked(form, annotation) === 1
  if (kind === checkBox) return { kind: 'boolean', value: String(isChecked()) }
  if (kind === radioButton) {
    if (!isChecked()) return undefined
    const value = readString(pdfium, pdfium.FPDFAnnot_GetFormFieldExportValue, [form, annotation])
    return value === '' ? undefined : { kind: 'text', value }
  }
  const value = readFieldValue(annotatedPage, annotation).trim().slice(0, maxValueLength)
  return value === '' ? undefined : { kind: 'text', value }
}
