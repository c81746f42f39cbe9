/** Latin-1 keeps one character for each byte. */
const encoding = 'latin1'

const catalogue = /\/Type\s{0,9}\/Catalog\b/g
const objectStart = /(\d{1,10})\s{1,9}(\d{1,5})\s{1,9}obj\b/g
/** How far into its object the name of a catalogue may stand. */
const reach = 2000

/**
 * A file that was cut off has lost its end, which says where the document begins. Returns the file with such an
 * end, made from the objects that are left, or `undefined` when the beginning of the document is not among
 * them. For files that PDFium refused: it finds the objects by itself, but not which of them is the first.
 */
export function repairPdf(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)
  const at = [...text.matchAll(catalogue)].at(-1)?.index
  if (at === undefined) return undefined
  const last = [...text.slice(Math.max(0, at - reach), at).matchAll(objectStart)].at(-1)
  if (!last) return undefined
  const end = `\nendstream\nendobj\ntrailer\n<</Root ${last[1]} ${last[2]} R>>\nstartxref\n0\n%%EOF\n`
  return new Uint8Array(Buffer.concat([bytes, Buffer.from(end, encoding)]))
}
