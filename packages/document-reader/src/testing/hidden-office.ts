import { visibleLine } from './hidden-markup.ts'
import { packOdf, packPptx, packXlsx } from './pack-office.ts'

type OfficeFile = { readonly name: string; readonly bytes: Uint8Array }
/** Makes an office file that has a text. */
export type OfficeWay = (text: string) => OfficeFile

const black = '<color rgb="FF000000"/>'
const whiteFont = '<color rgb="FFFFFFFF"/>'
const solid = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor ${colour}/></patternFill></fill>`

type SheetParts = {
  readonly font?: string
  readonly fill?: string
  readonly format?: string
  readonly sheet?: string
  readonly row?: string
  readonly columns?: string
  readonly differences?: string
  readonly cell?: (text: string) => string
  readonly parts?: Readonly<Record<string, string>>
}

const stringCell = (text: string) => `<c r="A2" s="1" t="inlineStr"><is><t>${text}</t></is></c>`

/** A sheet with the visible line in its first row, and a text in its second one. */
const sheet =
  ({
    font = black,
    fill = '',
    format = '',
    columns = '',
    differences = '',
    ...rest
  }: SheetParts): OfficeWay =>
  (text) => {
    const { sheet: sheetEnd = '', row = '', cell = stringCell, parts = {} } = rest
    const styles = [
      format && `<numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts>`,
      `<fonts><font><sz val="11"/>${black}</font><font>${font}</font></fonts>`,
      `<fills><fill><patternFill patternType="none"/></fill>${fill}</fills>`,
      `<cellXfs><xf/><xf fontId="1" fillId="${fill ? 1 : 0}" numFmtId="${format ? 170 : 0}"/></cellXfs>`,
      `<dxfs>${differences}</dxfs>`,
    ].join('')
    const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>${visibleLine}</t></is></c></row><row r="2" ${row}>${cell(text)}</row>`
    const xml = `${columns}<sheetData>${rows}</sheetData>${sheetEnd}`
    return {
      name: 'a.xlsx',
      bytes: packXlsx([{ name: 'May', xml }], { styles, parts: { ...parts } }),
    }
  }

const theme = {
  'xl/theme/theme1.xml':
    '<a:theme xmlns:a="urn:a"><a:themeElements><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme></a:themeElements></a:theme>',
}

const condition = (rule: string) =>
  `<conditionalFormatting sqref="A2:A9">${rule}</conditionalFormatting>`
const difference = (content: string) => `<dxf>${content}</dxf>`
const tableRelation = {
  'xl/worksheets/_rels/sheet1.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="urn:x/table" Target="../tables/table1.xml"/></Relationships>',
  'xl/tables/table1.xml': '<table ref="A2:C4"><tableStyleInfo name="TableStyleMedium2"/></table>',
}

type SlideParts = {
  /** Properties of the run. */
  readonly run?: string
  readonly attributes?: string
  /** The fill of the shape. */
  readonly fill?: string
  readonly place?: string
  readonly body?: string
  /** The shapes that are drawn before it. */
  readonly earlierShapes?: string
}

const place = (x: number, y: number, width = 4_000_000, height = 400_000) =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`
const solidFill = (colour: string) => `<a:solidFill>${colour}</a:solidFill>`
const rgb = (value: string) => solidFill(`<a:srgbClr val="${value}"/>`)
const panel = (fill: string, position = place(0, 2_000_000, 9_000_000, 2_000_000)) =>
  `<p:sp><p:nvSpPr/><p:spPr>${position}${fill}</p:spPr></p:sp>`

const seenShape = `<p:sp><p:nvSpPr/><p:spPr>${place(0, 0)}${rgb('FFFFFF')}</p:spPr><p:txBody><a:p><a:r><a:rPr>${rgb('000000')}</a:rPr><a:t>${visibleLine}</a:t></a:r></a:p></p:txBody></p:sp>`

const slideXml = (parts: SlideParts, text: string) => {
  const { run = '', attributes = '', fill = '', body = '', earlierShapes = '' } = parts
  const position = parts.place ?? place(500_000, 2_500_000)
  const line = `<a:p><a:r><a:rPr ${attributes}>${run}</a:rPr><a:t>${text}</a:t></a:r></a:p>`
  return `${seenShape}${earlierShapes}<p:sp><p:nvSpPr/><p:spPr>${position}${fill}</p:spPr><p:txBody><a:bodyPr>${body}</a:bodyPr>${line}</p:txBody></p:sp>`
}

const slide =
  (parts: SlideParts, files: Readonly<Record<string, string>> = {}): OfficeWay =>
  (text) => ({ name: 'a.pptx', bytes: packPptx([slideXml(parts, text)], files) })

/** The layout and the master of the first slide, with a theme. */
const models = (master: string, layout = '') => ({
  'ppt/slides/_rels/slide1.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="urn:x/slideLayout" Target="../slideLayouts/l1.xml"/></Relationships>',
  'ppt/slideLayouts/l1.xml': `<p:sldLayout xmlns:p="urn:p" xmlns:a="urn:a"><p:cSld><p:spTree>${layout}</p:spTree></p:cSld></p:sldLayout>`,
  'ppt/slideLayouts/_rels/l1.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="urn:x/slideMaster" Target="../slideMasters/m1.xml"/></Relationships>',
  'ppt/slideMasters/m1.xml': `<p:sldMaster xmlns:p="urn:p" xmlns:a="urn:a">${master}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2"/></p:sldMaster>`,
  'ppt/slideMasters/_rels/m1.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="urn:x/theme" Target="../theme/theme1.xml"/></Relationships>',
  'ppt/theme/theme1.xml': theme['xl/theme/theme1.xml'],
})
const darkMaster =
  '<p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></p:bgPr></p:bg><p:spTree/></p:cSld>'

const p = (text: string, style = '') =>
  `<text:p ${style && `text:style-name="${style}"`}>${text}</text:p>`
const odfStyle = (family: string, properties: string, name = 'S1') =>
  `<style:style style:name="${name}" style:family="${family}">${properties}</style:style>`
const textProperties = (attributes: string) => `<style:text-properties ${attributes}/>`

const odt =
  (automatic: string, body: (text: string) => string): OfficeWay =>
  (text) => ({ name: 'a.odt', bytes: packOdf('text', p(visibleLine) + body(text), { automatic }) })

const ods =
  (automatic: string, table: (text: string) => string): OfficeWay =>
  (text) => ({
    name: 'a.ods',
    bytes: packOdf('spreadsheet', `<table:table table:name="May">${table(text)}</table:table>`, {
      automatic,
    }),
  })

const odsRows = (text: string, { row = '', cell = '' } = {}) =>
  `<table:table-row><table:table-cell>${p(visibleLine)}</table:table-cell></table:table-row><table:table-row ${row}><table:table-cell ${cell}>${p(text)}</table:table-cell></table:table-row>`

const frame = (text: string, attributes: string) =>
  `<draw:frame ${attributes}><draw:text-box>${text}</draw:text-box></draw:frame>`
const boxAttributes = (x: string, y: string) =>
  `svg:x="${x}" svg:y="${y}" svg:width="10cm" svg:height="2cm"`

const odp =
  (automatic: string, body: (text: string) => string, page = ''): OfficeWay =>
  (text) => ({
    name: 'a.odp',
    bytes: packOdf(
      'presentation',
      `<draw:page>${frame(p(visibleLine), boxAttributes('1cm', '1cm'))}</draw:page><draw:page ${page}>${body(text)}</draw:page>`,
      { automatic },
    ),
  })

const noFill = '<style:graphic-properties draw:fill="none"/>'

/** Ways in which an office file has text that nobody sees, with the reason that is reported. */
export const hiddenOffice: Readonly<Record<string, readonly [reason: string, way: OfficeWay]>> = {
  'white on a sheet': ['no-contrast', sheet({ font: whiteFont })],
  'in the colour of its cell': [
    'no-contrast',
    sheet({ font: '<color rgb="FF203040"/>', fill: solid('rgb="FF213141"') }),
  ],
  'in a colour of the theme on a sheet': [
    'no-contrast',
    sheet({ font: '<color theme="0" tint="-0.02"/>', parts: theme }),
  ],
  'white in part of a cell': [
    'no-contrast',
    sheet({
      cell: (text) =>
        `<c r="A2" t="inlineStr"><is><r><t>Seen </t></r><r><rPr>${whiteFont}</rPr><t>${text}</t></r></is></c>`,
    }),
  ],
  'one point high on a sheet': ['tiny', sheet({ font: `<sz val="1"/>${black}` })],
  'in a row without height': ['tiny', sheet({ row: 'ht="0" customHeight="1"' })],
  'in a column without width': [
    'tiny',
    sheet({
      columns: '<cols><col min="2" max="2" width="0"/></cols>',
      cell: (text) => `<c r="B2" t="inlineStr"><is><t>${text}</t></is></c>`,
    }),
  ],
  'under a format that shows no text': ['transparent', sheet({ format: ';;;' })],
  'white by a condition that always holds': [
    'no-contrast',
    sheet({
      sheet: condition(
        '<cfRule type="expression" dxfId="0" priority="1"><formula>TRUE</formula></cfRule>',
      ),
      differences: difference(`<font>${whiteFont}</font>`),
    }),
  ],
  'white on a slide': ['no-contrast', slide({ run: rgb('FFFFFF') })],
  'in the colour of its shape': ['no-contrast', slide({ run: rgb('203040'), fill: rgb('213141') })],
  'in the colour of a shape behind it': [
    'no-contrast',
    slide({ run: rgb('203040'), earlierShapes: panel(rgb('213141')) }),
  ],
  'dark on a dark master': ['no-contrast', slide({}, models(darkMaster))],
  'in a colour of the theme with less light': [
    'no-contrast',
    slide(
      { run: solidFill('<a:schemeClr val="bg1"><a:lumMod val="98000"/></a:schemeClr>') },
      models('<p:cSld><p:spTree/></p:cSld>'),
    ),
  ],
  'without a fill on a slide': ['transparent', slide({ run: '<a:noFill/>' })],
  'without opacity on a slide': [
    'transparent',
    slide({ run: solidFill('<a:srgbClr val="000000"><a:alpha val="1000"/></a:srgbClr>') }),
  ],
  'one point high on a slide': ['tiny', slide({ attributes: 'sz="100"' })],
  'shrunk to fit on a slide': [
    'tiny',
    slide({ attributes: 'sz="1000"', body: '<a:normAutofit fontScale="10000"/>' }),
  ],
  'beside the slide': ['outside', slide({ place: place(10_000_000, 0) })],
  'above the slide': ['outside', slide({ place: place(0, -3_000_000) })],
  'white in a text': [
    'no-contrast',
    odt(odfStyle('text', textProperties('fo:color="#ffffff"')), (text) =>
      p(`<text:span text:style-name="S1">${text}</text:span>`),
    ),
  ],
  'in the colour of its paragraph': [
    'no-contrast',
    odt(
      odfStyle(
        'paragraph',
        `${textProperties('fo:color="#203040"')}<style:paragraph-properties fo:background-color="#213141"/>`,
      ),
      (text) => p(text, 'S1'),
    ),
  ],
  'white by the style that its own is derived from': [
    'no-contrast',
    odt(
      `${odfStyle('paragraph', textProperties('fo:color="#fefefe"'), 'S0')}<style:style style:name="S1" style:family="paragraph" style:parent-style-name="S0"/>`,
      (text) => p(text, 'S1'),
    ),
  ],
  'one point high in a text': [
    'tiny',
    odt(odfStyle('paragraph', textProperties('fo:font-size="1pt"')), (text) => p(text, 'S1')),
  ],
  'at a tenth of the size around it': [
    'tiny',
    odt(odfStyle('text', textProperties('fo:font-size="10%"')), (text) =>
      p(`<text:span text:style-name="S1">${text}</text:span>`),
    ),
  ],
  'not displayed in a text': [
    'layer',
    odt(odfStyle('text', textProperties('text:display="none"')), (text) =>
      p(`<text:span text:style-name="S1">${text}</text:span>`),
    ),
  ],
  'in a hidden section': [
    'layer',
    odt('', (text) => `<text:section text:display="none">${p(text)}</text:section>`),
  ],
  'in a hidden paragraph': [
    'layer',
    odt('', (text) => p(`<text:hidden-paragraph text:is-hidden="true"/>${text}`)),
  ],
  'in the colour of its cell in a text': [
    'no-contrast',
    odt(
      `${odfStyle('table-cell', '<style:table-cell-properties fo:background-color="#000000"/>')}${odfStyle('text', textProperties('fo:color="#050505"'), 'S2')}`,
      (text) =>
        `<table:table><table:table-row><table:table-cell>${p('a')}</table:table-cell><table:table-cell table:style-name="S1">${p(`<text:span text:style-name="S2">${text}</text:span>`)}</table:table-cell></table:table-row></table:table>`,
    ),
  ],
  'white on a sheet of OpenDocument': [
    'no-contrast',
    ods(odfStyle('table-cell', textProperties('fo:color="#ffffff"')), (text) =>
      odsRows(text, { cell: 'table:style-name="S1"' }),
    ),
  ],
  'white by the style of a column': [
    'no-contrast',
    ods(
      odfStyle('table-cell', textProperties('fo:color="#ffffff"')),
      (text) =>
        `<table:table-column/><table:table-column table:default-cell-style-name="S1"/><table:table-row><table:table-cell>${p(visibleLine)}</table:table-cell><table:table-cell>${p(text)}</table:table-cell></table:table-row>`,
    ),
  ],
  'in a flat row of OpenDocument': [
    'tiny',
    ods(odfStyle('table-row', '<style:table-row-properties style:row-height="0cm"/>'), (text) =>
      odsRows(text, { row: 'table:style-name="S1"' }),
    ),
  ],
  'on a hidden slide of OpenDocument': [
    'layer',
    odp(
      odfStyle('drawing-page', '<style:drawing-page-properties presentation:visibility="hidden"/>'),
      (text) => frame(p(text), boxAttributes('1cm', '5cm')),
      'draw:style-name="S1"',
    ),
  ],
  'beside a slide of OpenDocument': [
    'outside',
    odp('', (text) => frame(p(text), boxAttributes('40cm', '5cm'))),
  ],
  'white on a slide of OpenDocument': [
    'no-contrast',
    odp(`${odfStyle('graphic', `${noFill}${textProperties('fo:color="#ffffff"')}`)}`, (text) =>
      frame(p(text), `draw:style-name="S1" ${boxAttributes('1cm', '5cm')}`),
    ),
  ],
}

/** Ways that look alike, in which everybody sees the text. */
export const shownOffice: Readonly<Record<string, OfficeWay>> = {
  'white in a dark cell': sheet({ font: whiteFont, fill: solid('rgb="FF203040"') }),
  'white in a cell of the theme': sheet({
    font: '<color theme="0"/>',
    fill: solid('theme="4"'),
    parts: theme,
  }),
  'white in a table with a style': sheet({ font: whiteFont, parts: tableRelation }),
  'white over a picture of the sheet': sheet({ font: whiteFont, sheet: '<picture r:id="rId9"/>' }),
  'white where a condition may colour the cell': sheet({
    font: whiteFont,
    sheet: condition(
      '<cfRule type="expression" dxfId="0" priority="1"><formula>A2&gt;B2</formula></cfRule>',
    ),
    differences: difference('<fill><patternFill><bgColor rgb="FF203040"/></patternFill></fill>'),
  }),
  'white by a condition that never holds': sheet({
    sheet: condition(
      '<cfRule type="expression" dxfId="0" priority="1"><formula>FALSE</formula></cfRule>',
    ),
    differences: difference(`<font>${whiteFont}</font>`),
  }),
  'under a format for numbers': sheet({ format: ';;;@' }),
  'in an automatic colour': sheet({ font: '<color auto="1"/>' }),
  'in a low row that is high enough': sheet({ row: 'ht="9" customHeight="1"' }),
  'white on a dark shape': slide({ run: rgb('FFFFFF'), fill: rgb('203040') }),
  'white on a dark shape behind it': slide({
    run: rgb('FFFFFF'),
    earlierShapes: panel(rgb('203040')),
  }),
  'white on half a dark shape': slide({
    run: rgb('FFFFFF'),
    earlierShapes: panel(rgb('203040'), place(0, 2_000_000, 2_000_000, 2_000_000)),
  }),
  'white on a picture of the slide': slide({
    run: rgb('FFFFFF'),
    earlierShapes: `<p:pic><p:nvPicPr/><p:spPr>${place(0, 2_000_000, 9_000_000, 2_000_000)}</p:spPr></p:pic>`,
  }),
  'white on a gradient of the slide': slide({ run: rgb('FFFFFF'), fill: '<a:gradFill/>' }),
  'white on a dark master': slide({ run: rgb('FFFFFF') }, models(darkMaster)),
  'white with an outline': slide({ run: `<a:ln>${rgb('000000')}</a:ln>${rgb('FFFFFF')}` }),
  'in a highlight': slide({
    run: `${rgb('FFFFFF')}<a:highlight><a:srgbClr val="203040"/></a:highlight>`,
  }),
  'partly beside the slide': slide({ place: place(8_000_000, 0) }),
  'white in a dark paragraph': odt(
    odfStyle(
      'paragraph',
      `${textProperties('fo:color="#ffffff"')}<style:paragraph-properties fo:background-color="#203040"/>`,
    ),
    (text) => p(text, 'S1'),
  ),
  'in the colour of the window': odt(
    odfStyle('paragraph', textProperties('fo:color="#ffffff" style:use-window-font-color="true"')),
    (text) => p(text, 'S1'),
  ),
  'white in a frame over anything': odt(
    odfStyle('paragraph', textProperties('fo:color="#ffffff"')),
    (text) => p(frame(p(text, 'S1'), '')),
  ),
  'white in a dark cell of OpenDocument': ods(
    odfStyle(
      'table-cell',
      `${textProperties('fo:color="#ffffff"')}<style:table-cell-properties fo:background-color="#203040"/>`,
    ),
    (text) => odsRows(text, { cell: 'table:style-name="S1"' }),
  ),
  'white where a condition may colour the cell of OpenDocument': ods(
    odfStyle(
      'table-cell',
      `${textProperties('fo:color="#ffffff"')}<style:map style:condition="is-true-formula(A1)" style:apply-style-name="S2"/>`,
    ),
    (text) => odsRows(text, { cell: 'table:style-name="S1"' }),
  ),
  'white over a filled shape of OpenDocument': odp(
    `${odfStyle('graphic', `${noFill}${textProperties('fo:color="#ffffff"')}`)}${odfStyle('graphic', '<style:graphic-properties draw:fill="solid" draw:fill-color="#203040"/>', 'S2')}`,
    (text) =>
      `<draw:rect draw:style-name="S2" ${boxAttributes('0cm', '4cm')}/>${frame(p(text), `draw:style-name="S1" ${boxAttributes('1cm', '5cm')}`)}`,
  ),
}
