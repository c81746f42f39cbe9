/** A line of the service's text that is not blank. */
export type TextLine = {
  /** Zero-based over the whole text, as the service counts. */
  readonly index: number
  readonly text: string
}

/**
 * Returns the lines of each page, without line numbers, separators and form feeds. A page ends with a
 * separator line; depending on the server, a form feed is on that line, on the next, or absent. If no
 * line is a separator, form feeds divide pages.
 */
export function splitPages(text: string, separator: string): readonly (readonly TextLine[])[] {
  const lines = text.split('\n').map(withoutNumber)
  const ends = pageEnds(lines, separator)
  const pages: TextLine[][] = []
  let page: TextLine[] = []
  const add = (index: number, text: string) => {
    if (text.trim() !== '') page.push({ index, text: text.trimEnd() })
  }
  for (const [index, line] of lines.entries()) {
    const [textBefore, textAfter] = cutAtFeed(line)
    if (ends.has(index)) {
      pages.push(page)
      page = []
    } else add(index, textBefore)
    add(index, textAfter)
  }
  if (page.length > 0 || pages.length === 0) pages.push(page)
  return pages
}

/** Removes a prefix such as `0x1F: ` if it is the number of that line. */
function withoutNumber(line: string, index: number): string {
  const [prefix = '', digits = ''] = /^0x([\dA-F]+):(?: |$)/i.exec(line) ?? []
  return Number.parseInt(digits, 16) === index ? line.slice(prefix.length) : line
}

function pageEnds(lines: readonly string[], separator: string): ReadonlySet<number> {
  const isSeparator = separatorTest(separator)
  const isFed = (index: number) =>
    lines[index]?.includes('\f') || lines[index + 1]?.startsWith('\f')
  const all = [...lines.keys()]
  const separators = all.filter((index) => isSeparator(cutAtFeed(lines[index] ?? '')[0]))
  if (separators.length === 0) return new Set(all.filter((index) => lines[index]?.includes('\f')))
  // A line of the document may look like a separator; it has no form feed where the others have one.
  const separatorsWithFeed = separators.filter(isFed)
  return new Set(separatorsWithFeed.length > 0 ? separatorsWithFeed : separators)
}

const cutAtFeed = (line: string): readonly [before: string, after: string] => {
  const index = line.lastIndexOf('\f')
  return index < 0 ? [line, ''] : [line.slice(0, index).replaceAll('\f', ''), line.slice(index + 1)]
}

function separatorTest(separator: string): (line: string) => boolean {
  const [first = '', ...parts] = separator.trim().split('{{page_no}}')
  return (line) => {
    const text = line.trim()
    if (text === '' || !text.startsWith(first)) return false
    let index = first.length
    for (const part of parts) {
      const end = endOfDigits(text, index)
      if (end === index || !text.startsWith(part, end)) return false
      index = end + part.length
    }
    return index === text.length
  }
}

function endOfDigits(text: string, from: number): number {
  const digits = /\d*/y
  digits.lastIndex = from
  digits.test(text)
  return digits.lastIndex
}
