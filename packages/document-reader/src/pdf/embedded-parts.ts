import type { EmbeddedData, EmbeddedProblem, EmbeddedValue } from '@recto/document-text/embedded'
import { joinData } from '../embedded/join-data.ts'

/** The machine-readable data of the pages of one slice, and after the last page that of the document. */
export type EmbeddedPart = {
  readonly fields: readonly EmbeddedValue[]
  readonly codes: EmbeddedData
  readonly ofDocument: DocumentData | undefined
}

/** Data that belongs to no page. */
type DocumentData = {
  readonly invoices: readonly EmbeddedData[]
  readonly xfa: EmbeddedData
  readonly signatures: EmbeddedData
}

/** Form fields beyond this number are left out. */
export const maxFields = 4000

const noData: EmbeddedData = { values: [], problems: [] }

/** Joins the data of all slices of a document, in their order. */
export function joinParts(parts: readonly EmbeddedPart[]): EmbeddedData {
  const { invoices, xfa, signatures } = parts.at(-1)?.ofDocument ?? {
    invoices: [],
    xfa: noData,
    signatures: noData,
  }
  const formData = toFormData(parts.flatMap(({ fields }) => fields))
  const codes = parts.map((part) => part.codes)
  return joinData([...invoices, addXfaFields(formData, xfa), signatures, ...codes])
}

/** Returns the fields of a form as data, with a problem if some were left out. */
function toFormData(values: readonly EmbeddedValue[]): EmbeddedData {
  const text = `The form has more than ${maxFields} filled-in fields; the rest were left out.`
  const problems: EmbeddedProblem[] =
    values.length > maxFields ? [{ text, source: 'form', place: {} }] : []
  return { values: values.slice(0, maxFields), problems }
}

/** Adds the fields of XFA data that the form does not have. */
function addXfaFields(formData: EmbeddedData, xfa: EmbeddedData): EmbeddedData {
  const names = new Set(formData.values.map((value) => getLastName(value)))
  const values = xfa.values.filter((value) => !names.has(getLastName(value)))
  return {
    values: [...formData.values, ...values],
    problems: [...formData.problems, ...xfa.problems],
  }
}

/** Returns `name` for `form1[0].buyer[0].name[0]`. */
const getLastName = ({ name }: { readonly name: string }) =>
  name.slice(name.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')
