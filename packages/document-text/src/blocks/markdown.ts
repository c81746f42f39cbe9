import type { LayoutBlock } from './block.ts'
import { joinTables } from './join-tables.ts'
import { withoutRepeats } from './without-repeats.ts'

/** Blocks as GitHub-flavoured Markdown. Marks of its own that stand in the document are escaped, so that nothing turns into markup. */
export function markdownOf(blocks: readonly LayoutBlock[]): string {
  let text = ''
  let previous: LayoutBlock | undefined
  for (const block of joinTables(withoutRepeats(blocks))) {
    const isSameList = block.kind === 'list-item' && previous?.kind === 'list-item'
    if (previous) text += isSameList ? '\n' : '\n\n'
    text += written(block)
    previous = block
  }
  return text
}

const mark = /^[•◦▪▫■□‣●○∙·⁃–*-]\s+/u
const numberMark = /^(\d{1,3})[.)]\s+/

function written({ kind, text, cells, level }: LayoutBlock): string {
  if (cells) return tableOf(cells)
  if (kind === 'title') return `${'#'.repeat(level ?? 1)} ${escapeMarkdown(text)}`
  if (kind === 'list-item') return itemOf(text, level ?? 0)
  return escapeMarkdown(text)
}

function itemOf(text: string, level: number): string {
  const indent = '    '.repeat(level)
  const number = numberMark.exec(text)
  if (number) return `${indent}${number[1]}. ${escapeMarkdown(text.slice(number[0].length))}`
  return `${indent}- ${escapeMarkdown(text.replace(mark, ''))}`
}

function tableOf(cells: readonly (readonly string[])[]): string {
  const [head = [], ...rows] = cells
  const line = (row: readonly string[]) => `| ${row.map(inCell).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

const inCell = (text: string) => escapeMarkdown(text).replaceAll('|', '\\|')
const escapeMarkdown = (text: string) =>
  text.replaceAll(/[\\`*_[\]<>]/g, (sign) => `\\${sign}`).replace(/^([#+-])(?=\s)/, '\\$1')
