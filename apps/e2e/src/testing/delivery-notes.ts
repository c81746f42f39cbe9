/** Number of fields on a delivery note. */
export const fieldCount = 20

/** The value that a document states for a field. */
export const rightValue = (document: number, field: number) =>
  `P${document}-${field}-${document * field}`

/** Two fields of every document, which differ from document to document. */
export const isMisread = (document: number, field: number) =>
  field === (document % fieldCount) + 1 || field === ((document + 7) % fieldCount) + 1

/** The text of a delivery note. */
export function printNote(document: number): string {
  const lines = Array.from(
    { length: fieldCount },
    (_, index) => `Part ${index + 1}: ${rightValue(document, index + 1)}`,
  )
  return [`Delivery note ${document}`, ...lines, ''].join('\n')
}

/** Replies of a model that misreads letters that no document has. */
export function misreadNote({ prompt }: { readonly prompt: string }): string {
  const document = Number(/Delivery note (\d+)/.exec(prompt)?.[1] ?? 0)
  const field = Number(/number of piece (\d+)/.exec(prompt)?.[1] ?? 0)
  return isMisread(document, field) ? `Q${document}?${field}` : rightValue(document, field)
}
