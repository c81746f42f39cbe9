/** Latin-1 maps every byte to one character. */
const encoding = 'latin1'

const catalogue = /\/Type\s{0,9}\/Catalog\b/g
const objectStart = /(\d{1,10})\s{1,9}(\d{1,5})\s{1,9}obj\b/g
/** Maximum distance of the catalogue's type entry from the start of its object. */
const maxCatalogueOffset = 2000

/**
 * Rebuilds the trailer of a truncated file. Returns the file with a trailer made from the remaining
 * objects, or `undefined` when the document catalogue is not among them. For files that PDFium
 * refused: it finds the objects by scanning, but not which of them is the root.
 */
export function repairPdf(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)
  const catalogueIndex = [...text.matchAll(catalogue)].at(-1)?.index
  if (catalogueIndex === undefined) return undefined
  const lastObject = [
    ...text
      .slice(Math.max(0, catalogueIndex - maxCatalogueOffset), catalogueIndex)
      .matchAll(objectStart),
  ].at(-1)
  if (!lastObject) return undefined
  const trailer = `\nendstream\nendobj\ntrailer\n<</Root ${lastObject[1]} ${lastObject[2]} R>>\nstartxref\n0\n%%EOF\n`
  return new Uint8Array(Buffer.concat([bytes, Buffer.from(trailer, encoding)]))
}
