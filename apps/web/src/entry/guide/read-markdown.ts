/** A part of a line. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link' | 'image'; readonly text: string; readonly target: string }

export type Line = readonly Inline[]

/** A block of a guide page. The guide uses no other syntax. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly line: Line; readonly id: string }
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly Line[] }
  | {
      readonly kind: 'table'
      readonly head: readonly Line[]
      readonly rows: readonly (readonly Line[])[]
    }

const listItem = /^(?:-|\d+\.)\s+/

/** Reads a page of the guide, which is written in a part of Markdown. */
export function readMarkdown(text: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  while (lines[0] !== undefined) {
    if (lines[0].trim() === '') lines.shift()
    else blocks.push(takeBlock(lines, lines[0]))
  }
  return blocks
}

function takeBlock(lines: string[], first: string): Block {
  if (first.startsWith('```')) return takeCode(lines)
  if (first.startsWith('#')) return readHeading(lines.shift() ?? '')
  if (first.startsWith('|')) return takeTable(lines)
  if (listItem.test(first)) return takeList(lines)
  return { kind: 'paragraph', line: readLine(takeWhile(lines, isProse).join(' ')) }
}

const isProse = (line: string): boolean =>
  line.trim() !== '' && !/^(?:```|#|\|)/.test(line) && !listItem.test(line)

/** Removes the first line, and those after it that belong to it. */
function takeWhile(lines: string[], belongs: (line: string) => boolean): readonly string[] {
  const taken = lines.splice(0, 1)
  while (lines[0] !== undefined && belongs(lines[0])) taken.push(...lines.splice(0, 1))
  return taken
}

function takeCode(lines: string[]): Block {
  const [, ...code] = takeWhile(lines, (line) => !line.startsWith('```'))
  lines.shift()
  return { kind: 'code', text: code.join('\n') }
}

function readHeading(line: string): Block {
  const title = line.replace(/^#+\s*/, '')
  const id = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
  return {
    kind: 'heading',
    level: line.length - line.replace(/^#+/, '').length,
    line: readLine(title),
    id,
  }
}

function takeTable(lines: string[]): Block {
  const [head = '', , ...rows] = takeWhile(lines, (line) => line.startsWith('|'))
  const cellsOf = (row: string) =>
    row
      .slice(1, row.lastIndexOf('|'))
      .split('|')
      .map((cell) => readLine(cell.trim()))
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }
}

function takeList(lines: string[]): Block {
  const isOrdered = /^\d/.test(lines[0] ?? '')
  const items: string[] = []
  const belongs = (line: string) => line.startsWith('  ') || listItem.test(line)
  for (const line of takeWhile(lines, belongs)) {
    if (listItem.test(line)) items.push(line.replace(listItem, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', isOrdered, items: items.map(readLine) }
}

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|(!?)\[([^\]]*)\]\(([^)]*)\)/g

function readLine(text: string): Line {
  const parts: Inline[] = []
  let end = 0
  for (const { 0: mark, index, ...groups } of text.matchAll(marks)) {
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) })
    parts.push(readMark(groups as unknown as readonly (string | undefined)[]))
    end = index + mark.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

function readMark(groups: readonly (string | undefined)[]): Inline {
  const { 1: code, 2: strong, 3: emphasis, 4: bang, 5: label = '', 6: target = '' } = groups
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  return { kind: bang === '!' ? 'image' : 'link', text: label, target }
}
