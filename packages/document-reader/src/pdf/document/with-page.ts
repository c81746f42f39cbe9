import type { OpenDocument } from '../pdfium/pdfium.ts'

/** Loads a page for the duration of `use`. Returns `undefined` when it does not load. */
export function withPage<Result>(
  { pages }: Pick<OpenDocument, 'pages'>,
  number: number,
  use: (page: number) => Result,
): Result | undefined {
  return pages.with(number, use)
}
