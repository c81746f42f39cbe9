import { drawPdf } from '@recto/testkit/samples/draw-pdf'

/** A PDF with some lines of text on each of its A4 pages. The same lines give the same bytes. */
export function drawPages(...pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  return drawPdf({ title: 'Pages' }, (pen) => {
    for (const [index, lines] of pages.entries()) {
      if (index > 0) pen.newPage()
      for (const [i, line] of lines.entries()) pen.text(line, 72, 72 + 20 * i, { size: 11 })
    }
  })
}
