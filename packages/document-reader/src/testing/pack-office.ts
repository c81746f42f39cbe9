import { strToU8, zipSync } from 'fflate'

type Parts = Readonly<Record<string, string>>

/** Packed files state when they were made; a constant keeps their bytes the same. */
const madeAt = new Date('2026-01-05T09:00:00Z')

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const word = 'xmlns:w="urn:word" xmlns:r="urn:r" xmlns:mc="urn:mc" xmlns:wps="urn:wps"'
const sheet = 'xmlns="urn:sheet" xmlns:r="urn:r"'
const deck = 'xmlns:p="urn:deck" xmlns:a="urn:drawing" xmlns:r="urn:r"'
const odf =
  'xmlns:office="urn:o" xmlns:text="urn:t" xmlns:table="urn:tb" xmlns:draw="urn:d" xmlns:style="urn:s" xmlns:presentation="urn:p"'

export function pack(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(parts).map(
    ([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part] as const,
  )
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: madeAt })
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="urn:x/${type}" Target="${target}"/>`,
  )
  return `${xml}<Relationships>${list.join('')}</Relationships>`
}

/** A Word document around the content of its body; `parts` are further members, by type of relation. */
export function packDocx(body: string, parts: Parts = {}): Uint8Array {
  const names = Object.keys(parts)
  return pack({
    '[Content_Types].xml': `${xml}<Types/>`,
    '_rels/.rels': relations([['officeDocument', 'word/document.xml']]),
    'word/document.xml': `${xml}<w:document ${word}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(names.map((name) => [name, `${name}.xml`])),
    ...Object.fromEntries(
      names.map((name) => [`word/${name}.xml`, `${xml}<w:root ${word}>${parts[name]}</w:root>`]),
    ),
  })
}

export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

type TestSheet = { readonly name: string; readonly xml: string; readonly state?: string }

export function packXlsx(
  sheets: readonly TestSheet[],
  { strings = '', styles = '', book = '', parts = {} as Parts } = {},
): Uint8Array {
  const list = sheets.map(
    ({ name, state = 'visible' }, i) =>
      `<sheet name="${name}" sheetId="${i + 1}" state="${state}" r:id="rId${i + 1}"/>`,
  )
  return pack({
    'xl/workbook.xml': `${xml}<workbook ${sheet}>${book}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`]),
    ),
    'xl/sharedStrings.xml': `${xml}<sst>${strings}</sst>`,
    'xl/styles.xml': `${xml}<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map((one, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `${xml}<worksheet ${sheet}>${one.xml}</worksheet>`,
      ]),
    ),
    ...parts,
  })
}

/** A slide is the content of its shape tree. */
export function packPptx(slides: readonly string[], parts: Parts = {}): Uint8Array {
  const ids = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`)
  return pack({
    'ppt/presentation.xml': `${xml}<p:presentation ${deck}><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      slides.map((_, i) => ['slide', `slides/slide${i + 1}.xml`]),
    ),
    ...Object.fromEntries(
      slides.map((shapes, i) => [
        `ppt/slides/slide${i + 1}.xml`,
        `${xml}<p:sld ${deck}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
    ...parts,
  })
}

export function shape(lines: readonly string[], { x = 0, y = 0, type = '' } = {}): string {
  const placeholder = type ? `<p:nvPr><p:ph type="${type}"/></p:nvPr>` : ''
  const place = `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/></a:xfrm></p:spPr>`
  const text = lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')
  return `<p:sp><p:nvSpPr>${placeholder}</p:nvSpPr>${place}<p:txBody>${text}</p:txBody></p:sp>`
}

/** An OpenDocument file of a kind around the content of its body. */
export function packOdf(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  { automatic = '', styles = '' } = {},
): Uint8Array {
  const mime = strToU8(`application/vnd.oasis.opendocument.${kind}`)
  const content = `${xml}<office:document-content ${odf}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`
  return zipSync({
    mimetype: [mime, { level: 0 }],
    'content.xml': strToU8(content),
    'styles.xml': strToU8(
      `${xml}<office:document-styles ${odf}>${styles}</office:document-styles>`,
    ),
  })
}
