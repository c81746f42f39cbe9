/** The pages, from zero, on which parts of a value stand, each once and in order. */
export function pagesOfEvidence(evidence: unknown): readonly number[] {
  const pages = new Set<number>()
  collect(evidence, pages)
  return [...pages].toSorted((a, b) => a - b)
}

function collect(node: unknown, pages: Set<number>): void {
  if (typeof node !== 'object' || node === null) return
  if (isPlace(node)) pages.add(node.page)
  else for (const part of Object.values(node)) collect(part, pages)
}

/** A value may have a part that is called page too, but no boxes beside it. */
const isPlace = (node: object): node is { readonly page: number } =>
  'page' in node && typeof node.page === 'number' && 'boxes' in node && Array.isArray(node.boxes)
