import { escapeHtml } from '../../../platform/strings.ts'

/** Comment on a cell; row and column are zero-based, and the heading is row 0. */
export type CellComment = { readonly row: number; readonly column: number; readonly text: string }

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const namespaceOfLinks = `${office}/relationships`

const contentTypes =
  '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>' +
  '<Override PartName="/xl/comments1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/>'

const drawing = `<legacyDrawing xmlns:r="${namespaceOfLinks}" r:id="rId-recto-shapes"/>`

const links =
  `<Relationship Id="rId-recto-shapes" Type="${namespaceOfLinks}/vmlDrawing" Target="../drawings/vmlDrawing1.vml"/>` +
  `<Relationship Id="rId-recto-comments" Type="${namespaceOfLinks}/comments" Target="../comments1.xml"/>`

/**
 * Returns an extension that writes comments into the only sheet of a workbook: the library has
 * none, but supports extensions.
 */
export function cellComments(comments: readonly CellComment[]) {
  if (comments.length === 0) return {}
  return {
    files: {
      transform: {
        '[Content_Types].xml': { insert: () => contentTypes },
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml: string) => xml.replace('</worksheet>', `${drawing}</worksheet>`),
        },
        'xl/worksheets/_rels/sheet{id}.xml.rels': { insert: () => links },
      },
      write: {
        files: (): Record<string, string> => ({
          'xl/comments1.xml': commentsOf(comments),
          'xl/drawings/vmlDrawing1.vml': shapesOf(comments),
        }),
      },
    },
  }
}

function commentsOf(comments: readonly CellComment[]): string {
  const list = comments.map(
    ({ row, column, text }) =>
      `<comment ref="${letters(column)}${row + 1}" authorId="0"><text><r><t xml:space="preserve">${escapeHtml(text)}</t></r></text></comment>`,
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<comments xmlns="${main}"><authors><author>Recto</author></authors><commentList>${list.join('')}</commentList></comments>`
}

/** Spreadsheet programs show a comment only if there is a shape for it. */
function shapesOf(comments: readonly CellComment[]): string {
  const shapes = comments.map(
    ({ row, column }, place) =>
      `<v:shape id="_x0000_s${1025 + place}" type="#_x0000_t202" style="position:absolute;visibility:hidden;width:220px;height:60px" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  )
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${shapes.join('')}</xml>`
}

/** Returns the letters of a column: `A`, `B` … `Z`, `AA` … */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}
