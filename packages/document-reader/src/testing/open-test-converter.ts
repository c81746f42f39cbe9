import { layoutText } from '@recto/document-text/layout/layout-text'
import { formatVersion, type Page } from '@recto/document-text/model'
import type { Converter } from '../converter/open-converter.ts'
import { detectType } from '../detect/detect-type.ts'
import type { DetectedFile } from '../detect/file-type.ts'

/** A file as it comes, with the type that its content says. */
export function toFile(content: Uint8Array | string, name?: string): DetectedFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return { bytes: new Uint8Array(bytes), type: detectType(bytes, name), name }
}

export async function readAll(converter: Converter, file: DetectedFile): Promise<Page[]> {
  const pages: Page[] = []
  await converter.readPages(file, async (page) => {
    pages.push(page)
  })
  return pages
}

/** The lines of the layout text without page ends, blank lines and spaces at the end. */
export async function readLines(converter: Converter, file: DetectedFile): Promise<string[]> {
  return linesOf(await readAll(converter, file))
}

function linesOf(pages: readonly Page[]): string[] {
  const { text } = layoutText({ formatVersion, pages }, { pageSeparator: '' })
  return text
    .split(/[\n\f]/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
}
