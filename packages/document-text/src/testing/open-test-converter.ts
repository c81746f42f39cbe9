import { detectType } from '../detect-type.ts'
import type { ConvertFile } from '../formats/convert-job.ts'
import type { Converter } from '../formats/open-converter.ts'
import { layoutText } from '../layout-text.ts'
import { formatVersion, type Page } from '../model.ts'

/** A file as it comes, with the type that its content says. */
export function toFile(content: Uint8Array | string, name?: string): ConvertFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return { bytes: new Uint8Array(bytes), type: detectType(bytes, name), name }
}

export async function readAll(converter: Converter, file: ConvertFile): Promise<Page[]> {
  const pages: Page[] = []
  await converter.readPages(file, async (page) => {
    pages.push(page)
  })
  return pages
}

/** The lines of the layout text without page ends, blank lines and spaces at the end. */
export async function readLines(converter: Converter, file: ConvertFile): Promise<string[]> {
  return linesOf(await readAll(converter, file))
}

export function linesOf(pages: readonly Page[]): string[] {
  const { text } = layoutText({ formatVersion, pages }, { pageSeparator: '' })
  return text
    .split(/[\n\f]/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
}
