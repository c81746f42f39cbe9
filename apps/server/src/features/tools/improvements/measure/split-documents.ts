export type ValuePart = 'first' | 'second'
export type PartByDocument = ReadonlyMap<string, ValuePart>

/** `document`: documents of its layout are in both parts, because one layout has most of the documents. */
type PartBasis = 'layout' | 'document'
export type PlacedDocument = { readonly part: ValuePart; readonly basis: PartBasis }

type DocumentsToSplit = {
  /** Hashes of documents of one layout, which stay in one part as far as possible. */
  readonly layouts: readonly (readonly string[])[]
  /** Hashes of documents of one layout that say nearly the same, which always stay in one part. */
  readonly copies: readonly (readonly string[])[]
  /** Hashes of documents that could not be compared with the others. */
  readonly notCompared: readonly string[]
  /** The parts of earlier runs, which never change: a document that was seen once is not held out later. */
  readonly earlier: ReadonlyMap<string, PlacedDocument>
}

/** The smaller part has at least so many documents, and such a share of all, where a layout can be divided. */
const minOfPart = { count: 5, share: 0.3 }

/**
 * Splits documents in two parts of about the same size. Wordings are chosen on the first part and tested on the second. Lookalikes of a
 * document that has a part get the same one; if theirs differ, new ones are not held out. If one layout has so many documents that a part
 * would be too small, its documents are divided, and only near copies stay together. A document that could not be compared is not held out.
 */
export function splitDocuments({
  layouts,
  copies,
  notCompared,
  earlier,
}: DocumentsToSplit): ReadonlyMap<string, PlacedDocument> {
  const splitsLayout = (layout: readonly string[]) =>
    layout.some((hash) => earlier.get(hash)?.basis === 'document')
  const copiesOf = (layout: readonly string[]) => {
    const hashes = new Set(layout)
    return copies.filter((group) => group.some((hash) => hashes.has(hash)))
  }
  const dividedLayouts = new Set(layouts.filter(splitsLayout))
  for (;;) {
    const units = layouts.flatMap((layout): readonly Unit[] =>
      dividedLayouts.has(layout)
        ? copiesOf(layout).map((hashes) => ({ hashes, basis: 'document' }))
        : [{ hashes: layout, basis: 'layout' }],
    )
    const parts = assignUnits(units, { notCompared, earlier })
    const layoutToDivide = isBalanced(parts)
      ? undefined
      : findDivisible(layouts, { earlier, dividedLayouts, copiesOf })
    if (!layoutToDivide) return parts
    dividedLayouts.add(layoutToDivide)
  }
}

type Unit = { readonly hashes: readonly string[]; readonly basis: PartBasis }

function assignUnits(
  units: readonly Unit[],
  { notCompared, earlier }: Pick<DocumentsToSplit, 'notCompared' | 'earlier'>,
): ReadonlyMap<string, PlacedDocument> {
  const parts = new Map(earlier)
  const sizes = { first: 0, second: 0 }
  for (const { part } of earlier.values()) sizes[part] += 1
  const assign = ({ hashes, basis }: Unit, part: ValuePart) => {
    for (const hash of hashes) {
      if (parts.has(hash)) continue
      parts.set(hash, { part, basis })
      sizes[part] += 1
    }
  }
  assign({ hashes: notCompared, basis: 'layout' }, 'first')
  const newUnits: Unit[] = []
  for (const unit of units) {
    const part = findPartOfGroup(unit.hashes, earlier)
    if (part) assign(unit, part)
    else newUnits.push(unit)
  }
  // The largest first, so that the sizes come out even.
  for (const unit of newUnits.toSorted(bySizeAndName)) {
    assign(unit, sizes.first <= sizes.second ? 'first' : 'second')
  }
  return parts
}

function isBalanced(parts: ReadonlyMap<string, PlacedDocument>): boolean {
  const firstCount = [...parts.values()].filter(({ part }) => part === 'first').length
  const smaller = Math.min(firstCount, parts.size - firstCount)
  return smaller >= Math.max(minOfPart.count, minOfPart.share * parts.size)
}

type Divisions = Pick<DocumentsToSplit, 'earlier'> & {
  readonly dividedLayouts: ReadonlySet<readonly string[]>
  readonly copiesOf: (layout: readonly string[]) => readonly (readonly string[])[]
}

/** Finds the largest layout that can be divided: one that no earlier run has put on one side. */
const findDivisible = (
  layouts: readonly (readonly string[])[],
  { earlier, dividedLayouts, copiesOf }: Divisions,
): readonly string[] | undefined =>
  layouts
    .filter((layout) => !dividedLayouts.has(layout) && !layout.some((hash) => earlier.has(hash)))
    .filter((layout) => copiesOf(layout).length > 1)
    .toSorted((a, b) => b.length - a.length)[0]

function findPartOfGroup(
  group: readonly string[],
  earlier: ReadonlyMap<string, PlacedDocument>,
): ValuePart | undefined {
  const knownParts = group.map((hash) => earlier.get(hash)?.part)
  return knownParts.find((part) => part === 'first') ?? knownParts.find((part) => part)
}

const bySizeAndName = ({ hashes: a }: Unit, { hashes: b }: Unit) =>
  b.length - a.length || (nameOf(a) < nameOf(b) ? -1 : 1)

const nameOf = (hashes: readonly string[]) => hashes.toSorted()[0] ?? ''
