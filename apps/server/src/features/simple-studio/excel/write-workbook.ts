import { type CellComment, cellComments } from './cell-comments.ts'

export type WorkbookCell = {
  readonly text: string | null
  readonly comment?: string | undefined
}

export type Workbook = {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly WorkbookCell[])[]
}

/** What a cell of a workbook can hold. */
const maxCharacters = 32_767

/** One sheet. Texts are cells of type text, and those that a program could take for a formula begin with an apostrophe. */
export async function writeWorkbook({ headings, rows }: Workbook): Promise<Uint8Array> {
  // Only who wants a workbook waits for it.
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const bold = headings.map((text) => ({ ...cellOf(text), fontWeight: 'bold' as const }))
  const data = [bold, ...rows.map((row) => row.map(({ text }) => cellOf(text)))]
  const comments: CellComment[] = rows.flatMap((row, place) =>
    row.flatMap(({ comment }, column) =>
      comment === undefined ? [] : [{ row: place + 1, column, text: storable(comment) }],
    ),
  )
  const columns = headings.map(() => ({ width: 28 }))
  const options = { features: [cellComments(comments)] }
  return await writeXlsxFile(
    data,
    { sheet: 'Documents', stickyRowsCount: 1, columns },
    options,
  ).toBuffer()
}

const cellOf = (text: string | null) => ({
  type: String,
  value: harmless(storable(text ?? '')).slice(0, maxCharacters),
})

/** A cell that is copied, or saved as CSV, is no text cell any more. Amounts such as -3.50 are none. */
const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,\s]+$/.test(text) ? `'${text}` : text

/** Without signs that no XML may hold. */
const storable = (text: string): string => text.replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
