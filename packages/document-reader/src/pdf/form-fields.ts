import type { EmbeddedData, EmbeddedProblem, EmbeddedValue } from '@recto/document-text/embedded'
import type { AnnotatedPage } from './annotations/annotated-page.ts'
import { checkBox, radioButton, valueOfField } from './annotations/form-words.ts'
import type { OpenDocument } from './document/open-document.ts'
import { boxToDisplay } from './pdfium/page-frame.ts'
import { readString } from './pdfium/read-string.ts'
import { frameOf } from './read-page.ts'

const widget = 20
const hidden = 2
/** More are nothing that anybody asks for one by one. */
const maxFields = 4000
const maxNameLength = 255
const maxValueLength = 4000

/** The filled fields of a PDF's form, by their full names; a check box is `true` or `false`. */
export function formFieldsIn(open: OpenDocument, pages: number): EmbeddedData {
  const { pdfium, document, form } = open
  const values: EmbeddedValue[] = []
  if (form === 0) return { values, problems: [] }
  for (let number = 0; number < pages && values.length <= maxFields; number++) {
    const page = pdfium.FPDF_LoadPage(document, number)
    if (page === 0) continue
    pdfium.FORM_OnAfterLoadPage(page, form)
    const frame = frameOf(pdfium, page, open.scratch)
    values.push(...fieldsOf({ ...open, page, frame }, number, maxFields + 1 - values.length))
    pdfium.FORM_OnBeforeClosePage(page, form)
    pdfium.FPDF_ClosePage(page)
  }
  const text = `The form has more than ${maxFields} filled fields; the others were left out.`
  const problems: EmbeddedProblem[] =
    values.length > maxFields ? [{ text, source: 'form', place: {} }] : []
  return { values: values.slice(0, maxFields), problems }
}

function fieldsOf(given: AnnotatedPage, number: number, most: number): readonly EmbeddedValue[] {
  const { pdfium, page } = given
  const values: EmbeddedValue[] = []
  const count = pdfium.FPDFPage_GetAnnotCount(page)
  for (let at = 0; at < count && values.length < most; at++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, at)
    if (annotation === 0) continue
    const value = fieldOf(given, annotation, number)
    if (value) values.push(value)
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return values
}

/** Nothing of what is hidden, empty or without a name. */
function fieldOf(
  given: AnnotatedPage,
  annotation: number,
  page: number,
): EmbeddedValue | undefined {
  const { pdfium, form, frame, scratch } = given
  if (pdfium.FPDFAnnot_GetSubtype(annotation) !== widget) return undefined
  if ((pdfium.FPDFAnnot_GetFlags(annotation) & hidden) !== 0) return undefined
  const read = (call: (...numbers: readonly number[]) => number) =>
    readString(pdfium, call, [form, annotation]).trim().slice(0, maxNameLength)
  const name = read(pdfium.FPDFAnnot_GetFormFieldName)
  const said = saidBy(given, annotation)
  if (name === '' || said === undefined) return undefined
  const label = read(pdfium.FPDFAnnot_GetFormFieldAlternateName)
  const hasPlace = pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) === 1
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
  const box = hasPlace ? boxToDisplay(frame, [left, bottom, right, top]) : undefined
  return {
    ...{ source: 'form', name, kind: 'text' },
    ...(label !== '' && label !== name && { label }),
    ...said,
    place: { page, ...(box && { box }) },
  }
}

type Said = Pick<EmbeddedValue, 'kind' | 'value'>

function saidBy(given: AnnotatedPage, annotation: number): Said | undefined {
  const { pdfium, form } = given
  const kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
  const isChecked = () => pdfium.FPDFAnnot_IsChecked(form, annotation) === 1
  if (kind === checkBox) return { kind: 'boolean', value: String(isChecked()) }
  if (kind === radioButton) {
    if (!isChecked()) return undefined
    const value = readString(pdfium, pdfium.FPDFAnnot_GetFormFieldExportValue, [form, annotation])
    return value === '' ? undefined : { kind: 'text', value }
  }
  const value = valueOfField(given, annotation).trim().slice(0, maxValueLength)
  return value === '' ? undefined : { kind: 'text', value }
}
