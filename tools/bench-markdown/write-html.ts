import type {
  DocumentLook,
  KnownElement,
  KnownList,
  KnownTable,
  StructuredDocument,
} from './known-document.ts'

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Writes a document as a page that a browser prints as it looks. */
export function writeHtml({ name, look, sections }: StructuredDocument): string {
  const body = sections
    .map(({ columns, elements }) => {
      const content = elements.map(writeElement).join('\n')
      return columns === 1
        ? content
        : `<div style="columns:${columns};column-gap:24pt">${content}</div>`
    })
    .join('\n')
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>${styleOf(look)}</style></head><body>${body}</body></html>`
}

function writeElement(element: KnownElement): string {
  switch (element.kind) {
    case 'heading':
      return `<h${element.level}>${escapeText(element.text)}</h${element.level}>`
    case 'paragraph':
      return `<p>${escapeText(element.text)}</p>`
    case 'list':
      return writeList(element)
    case 'table':
      return writeTable(element)
    case 'figure':
      return `<figure><svg width="180" height="90"><rect x="1" y="1" width="178" height="88" fill="#dde" stroke="#557"/><circle cx="90" cy="45" r="30" fill="#88a"/></svg><figcaption>${escapeText(element.caption)}</figcaption></figure>`
  }
}

/** Deeper items become lists within their item. */
function writeList({ isOrdered, items }: KnownList): string {
  const name = isOrdered ? 'ol' : 'ul'
  let html = ''
  let depth = -1
  for (const { text, level } of items) {
    if (level > depth) html += `<${name}>`.repeat(level - depth)
    else html += `</li>${`</${name}></li>`.repeat(depth - level)}`
    html += `<li>${escapeText(text)}`
    depth = level
  }
  return `${html}</li>${`</${name}></li>`.repeat(depth)}</${name}>`
}

function writeTable({ headRows, rows }: KnownTable): string {
  const lines = rows.map((row, index) => {
    const tag = index < headRows ? 'th' : 'td'
    const cells = row.map(({ text, columns, rows: height, isNumber }) => {
      const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${height > 1 ? ` rowspan="${height}"` : ''}`
      return `<${tag}${spans}${isNumber ? ' class="n"' : ''}>${escapeText(text)}</${tag}>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table><thead>${lines.slice(0, headRows).join('')}</thead><tbody>${lines.slice(headRows).join('')}</tbody></table>`
}

function styleOf(look: DocumentLook): string {
  const { headings, size, leading: lineHeight } = look
  const heading = {
    plain: '',
    capitals: 'text-transform:uppercase;',
    ruled: 'border-bottom:.75pt solid #888;',
    colored: 'color:#1a4a8a;',
    centered: 'text-align:center;',
  }[headings.style]
  const levels = headings.sizes.map(
    (times, i) => `h${i + 1}{font-size:${(times * size).toFixed(1)}pt}`,
  )
  const paragraph =
    look.paragraphs === 'indented'
      ? 'p{margin:0;text-indent:14pt}'
      : `p{margin:0 0 ${(size * 0.7).toFixed(1)}pt}`
  return [
    `body{font:${size}pt/${lineHeight} "${look.font}";margin:0}`,
    `h1,h2,h3{${heading}font-weight:${headings.isBold ? 'bold' : 'normal'};margin:${size}pt 0 ${(size * 0.6).toFixed(1)}pt;break-after:avoid;line-height:1.2}`,
    ...levels,
    `p{text-align:${look.alignment}}${paragraph}`,
    'table{border-collapse:collapse;margin:8pt 0 12pt;break-inside:avoid;width:100%}',
    'th,td{padding:3pt 6pt;text-align:left;vertical-align:top}.n{text-align:right}',
    look.tables,
    'figure{margin:8pt 0;break-inside:avoid}figcaption{font-size:.9em}',
    'ul,ol{margin:4pt 0 8pt;padding-left:20pt}',
  ].join('\n')
}
