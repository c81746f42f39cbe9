import type { Segment } from './split-segments.ts'

/** Rows of segments in, the column of each segment out. */
export type Grid = {
  /** Points of one column. */
  readonly cell: number
  /** Where column 0 begins. */
  readonly margin: number
  /** As the given rows. */
  readonly columns: readonly (readonly number[])[]
}

type Placed = {
  readonly segment: Segment
  /** The segment before it in its row. */
  readonly previous: Placed | undefined
  group: Group | undefined
  column: number | undefined
}

/** Segments under each other that begin, or end, at one place of the page. */
type Group = {
  readonly members: Placed[]
  readonly side: 'start' | 'end'
  /** Along the line. */
  place: number
}

/** In cells: how far the edges of one column of a table lie apart. */
const alignedWithin = 0.45
/** In cells: only short segments line up by their ends, such as amounts. */
const maxAmountWidth = 24
/** In cells: a segment that would push its whole column further stands beside it instead. */
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
  const placed = rows.map(chain)
  const columnStarts = placed.flat().filter(({ segment }) => segment.spaces !== 1)
  for (const group of groupsOf(columnStarts, cell)) placeGroup(group, { cell, margin })
  for (const row of placed) for (const one of row) settle(one, { cell, margin })
  return { cell, margin, columns: placed.map(columnsOf) }
}

function chain(segments: readonly Segment[]): Placed[] {
  let previous: Placed | undefined
  return segments.map((segment) => {
    previous = { segment, previous, group: undefined, column: undefined }
    return previous
  })
}

/** From left to right, so that whatever may push a group has its place before. */
function groupsOf(placed: readonly Placed[], cell: number): readonly Group[] {
  const short = placed.filter(({ segment }) => segment.end - segment.start < maxAmountWidth * cell)
  const groups = [
    ...cluster(placed, 'start', alignedWithin * cell),
    ...cluster(short, 'end', alignedWithin * cell),
  ]
  for (const group of groups) {
    for (const member of group.members) {
      if (group.members.length > (member.group?.members.length ?? 0)) member.group = group
    }
  }
  return groups.sort((a, b) => a.place - b.place)
}

function cluster(placed: readonly Placed[], side: Group['side'], width: number): Group[] {
  const groups: Group[] = []
  let first = Number.NEGATIVE_INFINITY
  for (const one of placed.toSorted((a, b) => a.segment[side] - b.segment[side])) {
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
    const needed = minColumn(member, grid) + (side === 'end' ? member.segment.text.length : 0)
    if (needed - natural <= maxPush) column = Math.max(column, needed)
  }
  for (const member of own) {
    const at = side === 'end' ? column - member.segment.text.length : column
    member.column = Math.max(at, minColumn(member, grid))
  }
}

/** Right of what stands before it in its row, which has its final place by now. */
function minColumn({ previous, segment }: Placed, grid: Pick<Grid, 'cell' | 'margin'>): number {
  if (!previous) return 0
  return settle(previous, grid) + previous.segment.text.length + segment.spaces
}

/** Gives a segment, and those before it in its row that have none yet, their own columns. */
function settle(placed: Placed, grid: Pick<Grid, 'cell' | 'margin'>): number {
  if (placed.column !== undefined) return placed.column
  const open: Placed[] = []
  let unplaced: Placed | undefined = placed
  while (unplaced && unplaced.column === undefined) {
    open.push(unplaced)
    unplaced = unplaced.previous
  }
  let column = 0
  for (const one of open.reverse()) {
    const natural = Math.round((one.segment.start - grid.margin) / grid.cell)
    column = Math.max(natural, minColumn(one, grid))
    one.column = column
  }
  return column
}

function columnsOf(row: readonly Placed[]): readonly number[] {
  let filled = 0
  return row.map(({ segment, column = 0 }, i) => {
    const fitted = i === 0 ? column : Math.max(column, filled + segment.spaces)
    filled = fitted + segment.text.length
    return fitted
  })
}
