import { type RawObject, rawPage, rawPdf } from './raw-pdf.ts'

/** One page with so many letters, in lines of a hundred that lie over each other. */
export function manyLetters(count: number, size = 6): Uint8Array {
  const line = `(${'letters and words '.repeat(6).slice(0, 100)}) Tj`
  const lines = Array.from(
    { length: Math.ceil(count / 100) },
    (_, i) => `1 0 0 1 ${20 + (i % 7)} ${790 - ((i * 11) % 780)} Tm ${line}`,
  )
  return rawPage(`BT /F1 ${size} Tf ${lines.join('\n')} ET`)
}

export function blankPages(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, i) => `${i + 3} 0 R`).join(' ')
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>'
  return rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    ...Array.from({ length: count }, () => page),
  ])
}

/** Text in a font program whose tables are said to be longer than they are, or somewhere else. */
export function lyingFont(length: number, offset: number): Uint8Array {
  const tables = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']
  const file = Buffer.alloc(12 + tables.length * 16 + 400)
  file.writeUInt32BE(0x00010000, 0)
  file.writeUInt16BE(tables.length, 4)
  tables.forEach((name, i) => {
    const index = 12 + i * 16
    file.write(name, index, 'latin1')
    file.writeUInt32BE(offset >>> 0, index + 8)
    file.writeUInt32BE(length >>> 0, index + 12)
  })
  return withFontFile(file.toString('latin1'))
}

function withFontFile(stream: string): Uint8Array {
  const otherObjects: RawObject[] = [
    { dictionary: `/Length1 ${stream.length * 9}`, stream },
    '<</Type/Font/Subtype/TrueType/BaseFont/Lying/FirstChar 32/LastChar 4000000000/Widths[500 -99999999999 1e30]/Encoding/WinAnsiEncoding/FontDescriptor 8 0 R>>',
    '<</Type/FontDescriptor/FontName/Lying/Flags 32/Ascent 99999999/Descent 99999999/ItalicAngle 0/CapHeight 718/StemV 80/FontBBox[0 -9999999 1000 9999999]/FontFile2 6 0 R>>',
  ]
  return rawPage('BT /T1 12 Tf 1 0 0 1 50 700 Tm (Total 42.00) Tj ET', {
    fonts: '/T1 7 0 R',
    more: otherObjects,
  })
}

/** A line of text under a matrix. */
export function turnedText(matrix: string): Uint8Array {
  return rawPage(
    `q ${matrix} cm BT /F1 12 Tf 1 0 0 1 50 700 Tm (Invoice total 42.00) Tj 1 0 0 1 50 680 Tm (Due in thirty days) Tj ET Q`,
  )
}
