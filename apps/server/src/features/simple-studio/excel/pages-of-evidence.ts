/** Returns the zero-based pages with evidence of a value, each once and in order. */
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

/** Evidence has boxes; a value may also have a part named `page`, but without boxes. */
const isPlace = (node: object): node is { readonly page: number } =>
  'page' in node && typeof node.page === 'number' && 'boxes' in node && Array.isArray(node.boxes)
