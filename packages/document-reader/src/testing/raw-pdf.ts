/** Objects of a PDF by number, from 1: a dictionary, or a dictionary and the stream behind it. */
export type RawObject = string | { readonly dictionary: string; readonly stream: string }

/** A PDF from its objects; the first is the catalogue. Text is Latin-1. */
export function rawPdf(objects: readonly RawObject[]): Uint8Array {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${bodyOf(object)}\nendobj\n`
    return offset
  })
  const start = file.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  file += `trailer <</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}

function bodyOf(object: RawObject): string {
  if (typeof object === 'string') return object
  const { dictionary, stream } = object
  return `<<${dictionary}/Length ${stream.length}>>\nstream\n${stream}\nendstream`
}

/**
 * One page of 600 x 800 points with the given content. Resources hold the font F1, Helvetica, and `fonts`; `page` adds entries
 * to the page, `more` objects get the numbers from 6 on, `catalogue` adds entries to the first object.
 */
export function rawPage(
  content: string,
  extra: {
    readonly page?: string
    readonly fonts?: string
    readonly resources?: string
    readonly catalogue?: string
    readonly more?: readonly RawObject[]
  } = {},
): Uint8Array {
  const { page = '', fonts = '', resources = '', catalogue = '', more: otherObjects = [] } = extra
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R${fonts}>>${resources}>>${page}>>`,
    { dictionary: '', stream: content },
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...otherObjects,
  ])
}
