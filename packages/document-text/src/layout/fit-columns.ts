import type { Segment } from './split-segments.ts'

/** Rows of segments in, the column of each segment out. */
export type Grid = {
  /** Points of one column. */
  readonly cell: number
  /** Position at which column 0 begins. */
  readonly margin: number
  /** Columns of the segments, in the order of the given rows. */
  readonly columns: readonly (readonly number[])[]
}

type PlacedSegment = {
  readonly segment: Segment
  /** The segment before it in its row. */
  readonly previous: PlacedSegment | undefined
  group: Group | undefined
  column: number | undefined
}

/** Segments under each other that begin, or end, at one place of the page. */
type Group = {
  readonly members: PlacedSegment[]
  readonly side: 'start' | 'end'
  /** Along the line. */
  place: number
}

/** Maximum distance, in cells, between the edges of one column of a table. */
const alignedWithin = 0.45
/** Maximum width, in cells, of segments that may line up by their ends, such as amounts. */
const maxAmountWidth = 24
/**
 * A segment that would push its whole column by more than this many cells is placed off the column
 * instead.
 */
const maxPush = 25

/**
 * Puts segments into the columns of a typewriter. A segment goes where it stands on the page, measured in
 * cells; text that is longer in cells than on paper pushes what follows in its row, and with it everything
 * that begins or ends at the same place in other rows, so that columns stay columns.
 */
export function fitColumns(
  rows: readonly (readonly Segment[])[],
  { cell, margin }: Pick<Grid, 'cell' | 'margin'>,
): Grid {
  const placedSegments = rows.map(chain)
  const columnStarts = placedSegments.flat().filter(({ segment }) => segment.spaces !== 1)
  for (const group of groupsOf(columnStarts, cell)) placeGroup(group, { cell, margin })
  for (const row of placedSegments) for (const one of row) settle(one, { cell, margin })
  return { cell, margin, columns: placedSegments.map(columnsOf) }
}

function chain(segments: readonly Segment[]): PlacedSegment[] {
  let previous: PlacedSegment | undefined
  return segments.map((segment) => {
    previous = { segment, previous, group: undefined, column: undefined }
    return previous
  })
}

/**
 * Orders groups from left to right, so that any group that may push another is placed before it.
 */
function groupsOf(placedSegments: readonly PlacedSegment[], cell: number): readonly Group[] {
  const short = placedSegments.filter(
    ({ segment }) => segment.end - segment.start < maxAmountWidth * cell,
  )
  const groups = [
    ...cluster(placedSegments, 'start', alignedWithin * cell),
    ...cluster(short, 'end', alignedWithin * cell),
  ]
  for (const group of groups) {
    for (const member of group.members) {
      if (group.members.length > (member.group?.members.length ?? 0)) member.group = group
    }
  }
  return groups.sort((a, b) => a.place - b.place)
}

function cluster(
  placedSegments: readonly PlacedSegment[],
  side: Group['side'],
  width: number,
): Group[] {
  const groups: Group[] = []
  let first = Number.NEGATIVE_INFINITY
  for (const one of placedSegments.toSorted((a, b) => a.segment[side] - b.segment[side])) {
    const place = one.segment[side]
    const group = groups.at(-1)
    if (group && place - first <= width) {
      group.members.push(one)
      group.place = place
    } else {
      groups.push({ members: [one], side, place })
      first = place
    }
  }
  return groups
}

function placeGroup({ members, side }: Group, grid: Pick<Grid, 'cell' | 'margin'>): void {
  const own = members.filter(({ group }) => group?.members === members)
  if (own.length === 0) return
  const middle = own[own.length >> 1]!.segment[side]
  const natural = Math.round((middle - grid.margin) / grid.cell)
  let column = natural
  for (const member of own) {
    const minColumnNeeded =
      minColumn(member, grid) + (side === 'end' ? member.segment.text.length : 0)
    if (minColumnNeeded - natural <= maxPush) column = Math.max(column, minColumnNeeded)
  }
  for (const member of own) {
    const startColumn = side === 'end' ? column - member.segment.text.length : column
    member.column = Math.max(startColumn, minColumn(member, grid))
  }
}

/** Right of what stands before it in its row, which has its final place by now. */
function minColumn(
  { previous, segment }: PlacedSegment,
  grid: Pick<Grid, 'cell' | 'margin'>,
): number {
  if (!previous) return 0
  return settle(previous, grid) + previous.segment.text.length + segment.spaces
}

/** Gives a segment, and those before it in its row that have none yet, their own columns. */
function settle(placedSegment: PlacedSegment, grid: Pick<Grid, 'cell' | 'margin'>): number {
  if (placedSegment.column !== undefined) return placedSegment.column
  const open: PlacedSegment[] = []
  let pending: PlacedSegment | undefined = placedSegment
  while (pending && pending.column === undefined) {
    open.push(pending)
    pending = pending.previous
  }
  let column = 0
  for (const one of open.reverse()) {
    const natural = Math.round((one.segment.start - grid.margin) / grid.cell)
    column = Math.max(natural, minColumn(one, grid))
    one.column = column
  }
  return column
}

function columnsOf(row: readonly PlacedSegment[]): readonly number[] {
  let endColumn = 0
  return row.map(({ segment, column = 0 }, i) => {
    const fittedColumn = i === 0 ? column : Math.max(column, endColumn + segment.spaces)
    endColumn = fittedColumn + segment.text.length
    return fittedColumn
  })
}
