/**
 * Formats the confidence for the tag above a document: the first confidence of a line, 1 for a line
 * without doubtful words, otherwise NA.
 */
export function formatConfidenceScore(data: unknown): string {
  const entry = Array.isArray(data) ? data[0] : undefined
  if (!Array.isArray(entry)) return 'NA'
  if (entry.length === 0) return '1'
  const first: unknown = entry[0]
  if (typeof first !== 'object' || first === null || !('confidence' in first)) return 'NA'
  return String(first.confidence)
}

/** Returns the part of a tree at a value's path, such as `$.items.0.price`. */
export function getAtPath(tree: unknown, path: string): unknown {
  return path
    .split('.')
    .slice(1)
    .reduce((part, name) => (part as Readonly<Record<string, unknown>> | null)?.[name], tree)
}
