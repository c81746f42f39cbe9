import type { LayoutBlock } from './block.ts'

/** Blocks as GitHub-flavoured Markdown. Marks of its own that stand in the document are escaped, so that nothing turns into markup. */
export function markdownOf(blocks: readonly LayoutBlock[]): string {
  return blocks.map(written).join('\n\n')
}

function written({ kind, text, cells }: LayoutBlock): string {
  if (cells) return tableOf(cells)
  if (kind === 'title') return `# ${escapeMarkdown(text)}`
  if (kind === 'list-item') return `- ${escapeMarkdown(text.replace(/^[•◦▪‣●○∙·*–-]\s+/u, ''))}`
  return escapeMarkdown(text)
}

function tableOf(cells: readonly (readonly string[])[]): string {
  const [head = [], ...rows] = cells
  const line = (row: readonly string[]) => `| ${row.map(inCell).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

const inCell = (text: string) => escapeMarkdown(text).replaceAll('|', '\\|')
const escapeMarkdown = (text: string) =>
  text.replaceAll(/[\\`*_[\]<>]/g, (mark) => `\\${mark}`).replace(/^([#+-])(?=\s)/, '\\$1')
