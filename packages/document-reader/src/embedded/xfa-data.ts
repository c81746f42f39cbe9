import type { EmbeddedData, EmbeddedValue } from '@recto/document-text/embedded'
import { ReadError } from '@recto/document-text/read-error'
import { elementsOf, findAll, parseTree, textOf, type XmlElement } from '../markup/parse-xml.ts'

/** More are nothing that anybody asks for one by one. */
const maxFields = 4000
const maxNameLength = 255
const maxValueLength = 4000
const maxBytes = 20 * 1024 * 1024

/**
 * What has been filled into a form of XFA, by the paths of its fields: `form1.buyer.name`. The packets are XML, of which
 * those with data are read; what they declare is not expanded. One that cannot be read is a problem.
 */
export function xfaData(packets: readonly Uint8Array[]): EmbeddedData {
  const dataElements = packets.map(dataIn)
  const values = dataElements.flatMap((one) => (typeof one === 'string' ? [] : one))
  const reasons = dataElements.filter((one) => typeof one === 'string')
  if (values.length > maxFields)
    reasons.push(`The form has more than ${maxFields} filled-in fields; the rest were left out.`)
  return {
    values: values.slice(0, maxFields),
    problems: reasons.map((text) => ({ text, source: 'xfa', place: {} })),
  }
}

/** The filled fields of a packet, or why it is not read. */
function dataIn(bytes: Uint8Array): readonly EmbeddedValue[] | string {
  if (bytes.length > maxBytes) return 'The form data is too large and was not read.'
  try {
    return findAll(parseTree(bytes), 'datasets')
      .flatMap((datasets) => elementsOf(datasets).filter(({ name }) => name === 'data'))
      .flatMap((data) => elementsOf(data).flatMap((form) => fieldsOf(form, '')))
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return `The form data was not read: ${error.message}`
  }
}

function fieldsOf(element: XmlElement, path: string): readonly EmbeddedValue[] {
  const name = path === '' ? element.name : `${path}.${element.name}`
  const children = elementsOf(element)
  if (children.length > 0) return children.flatMap((child) => fieldsOf(child, name))
  const value = textOf(element).trim().slice(0, maxValueLength)
  if (value === '' || name.length > maxNameLength) return []
  return [{ source: 'xfa', name, kind: 'text', value, place: {} }]
}
