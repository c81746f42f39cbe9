export type ValuePart = 'first' | 'second'
export type PartByDocument = ReadonlyMap<string, ValuePart>

type DocumentsToSplit = {
  /** Hashes of documents that look alike, which stay on one side. */
  readonly groups: readonly (readonly string[])[]
  /** The parts of earlier runs, which never change: a document that was seen once is not held out later. */
  readonly earlier: PartByDocument
}

/**
 * Splits documents in two parts of about the same size. Wordings are chosen on the first part and tested on the second. Lookalikes of a
 * document that has a part get the same one; if theirs differ, new ones are not held out.
 */
export function splitDocuments({ groups, earlier }: DocumentsToSplit): PartByDocument {
  const parts = new Map(earlier)
  const sizes = { first: 0, second: 0 }
  for (const part of earlier.values()) sizes[part] += 1
  const assign = (hashes: readonly string[], part: ValuePart) => {
    for (const hash of hashes) {
      if (parts.has(hash)) continue
      parts.set(hash, part)
      sizes[part] += 1
    }
  }
  const newGroups: (readonly string[])[] = []
  for (const group of groups) {
    const part = findPartOfGroup(group, earlier)
    if (part) assign(group, part)
    else newGroups.push(group)
  }
  // The largest first, so that the sizes come out even.
  for (const group of newGroups.toSorted(bySizeAndName)) {
    assign(group, sizes.first <= sizes.second ? 'first' : 'second')
  }
  return parts
}

function findPartOfGroup(group: readonly string[], earlier: PartByDocument): ValuePart | undefined {
  const knownParts = group.map((hash) => earlier.get(hash))
  return knownParts.find((part) => part === 'first') ?? knownParts.find((part) => part)
}

const bySizeAndName = (a: readonly string[], b: readonly string[]) =>
  b.length - a.length || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)
