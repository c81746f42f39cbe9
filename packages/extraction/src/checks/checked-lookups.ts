import type { ASTNode } from '@marcbachmann/cel-js'
import { allLookups, type FieldShape } from './check-language.ts'
import { walkNodes } from './expand-columns.ts'
import { type CheckBudget, FieldValue } from './field-value.ts'

/** The match of a value in a lookup table, as checks see it. */
type CheckedLookup = {
  readonly status: string
  readonly row_key: string | null
  readonly score: number | null
  readonly by: string | null
  /** All cells of the matched row by column; empty where no row is matched. */
  readonly row: Readonly<Record<string, string>>
}

export type CheckedLookups = Readonly<Record<string, CheckedLookup>>

/** The columns of the tables that prompts are matched to, by the keys of the prompts; `undefined` where they are not known. */
export type LookupColumns = ReadonlyMap<string, readonly string[] | undefined>

const scalarMembers = ['status', 'row_key', 'score', 'by'] as const
const rowMember = 'row'
const members: readonly string[] = [...scalarMembers, rowMember]

/** What a check reads of matches: the columns of their rows, by the keys of the prompts. */
export type ReadColumns = ReadonlyMap<string, ReadonlySet<string>>

type LookupUse = { readonly node: ASTNode; readonly path: readonly (string | undefined)[] }

/** Lists where an expression reads matches, with the names that follow: `lookups.vendor.row["VAT ID"]`. */
function listLookupUses(root: ASTNode): readonly LookupUse[] {
  const parents = new Map<ASTNode, ASTNode>()
  const nodes = [...walkNodes(root)]
  for (const node of nodes) {
    const [object] = Array.isArray(node.args) ? (node.args as readonly unknown[]) : []
    if (isSelection(node)) parents.set(object as ASTNode, node)
  }
  return nodes
    .filter(({ op, args }) => op === 'id' && args === allLookups)
    .map((node) => ({ node, path: readPath(node, parents) }))
}

const isSelection = ({ op }: ASTNode): boolean => op === '.' || op === '[]'

/** A name that is computed is `undefined`. */
function readPath(
  node: ASTNode,
  parents: ReadonlyMap<ASTNode, ASTNode>,
): readonly (string | undefined)[] {
  const parent = parents.get(node)
  if (!parent) return []
  const [, name] = parent.args as unknown as readonly [ASTNode, string | ASTNode]
  return [readName(name), ...readPath(parent, parents)]
}

function readName(name: string | ASTNode): string | undefined {
  if (typeof name === 'string') return name
  return name.op === 'value' && typeof name.args === 'string' ? name.args : undefined
}

const isFieldName = (shapes: ReadonlyMap<string, FieldShape>) => shapes.has(allLookups)

/** Finds what a check reads of matches that it cannot: all of it must be known before the evaluation. */
export function findLookupProblem(
  root: ASTNode,
  shapes: ReadonlyMap<string, FieldShape>,
  columns: LookupColumns,
): { readonly message: string; readonly node: ASTNode } | undefined {
  if (isFieldName(shapes)) return undefined
  for (const { node, path } of listLookupUses(root)) {
    const message = describeProblem(path, columns)
    if (message !== undefined) return { message, node }
  }
  return undefined
}

const example = '`lookups.vendor.status` or `lookups.vendor.row["VAT ID"]`'

function describeProblem(
  [key, member, column, ...rest]: readonly (string | undefined)[],
  columns: LookupColumns,
): string | undefined {
  if (key === undefined || member === undefined) return `A match is read by its names: ${example}.`
  if (!columns.has(key)) return `The field “${key}” is not matched to a lookup table.`
  if (!members.includes(member)) {
    return `A match has no “${member}”; it has ${members.join(', ')}.`
  }
  if (member !== rowMember) return undefined
  if (column === undefined || rest.length > 0) return `A cell is read by its column: ${example}.`
  const knownColumns = columns.get(key)
  return knownColumns && !knownColumns.includes(column)
    ? `The lookup table of “${key}” has no column “${column}”.`
    : undefined
}

/** Returns the columns that a check reads of matches, by the keys of the prompts. */
export function findReadColumns(
  root: ASTNode,
  shapes: ReadonlyMap<string, FieldShape>,
): ReadColumns {
  const readColumns = new Map<string, Set<string>>()
  if (isFieldName(shapes)) return readColumns
  for (const { path } of listLookupUses(root)) {
    const [key, member, column] = path
    if (key === undefined) continue
    const columns = readColumns.get(key) ?? new Set<string>()
    if (member === rowMember && column !== undefined) columns.add(column)
    readColumns.set(key, columns)
  }
  return readColumns
}

/** Converts matches for the environment. Cells that a check reads and no row has are missing values. */
export function toCelLookups(
  lookups: CheckedLookups,
  readColumns: ReadColumns,
  budget: CheckBudget,
): ReadonlyMap<string, unknown> {
  return new Map(
    [...readColumns].map(([key, columns]) => {
      const lookup = lookups[key]
      const nameOf = (member: string) => `${allLookups}.${key}.${member}`
      const scalars = scalarMembers.map(
        (member) =>
          [member, new FieldValue(lookup?.[member] ?? null, nameOf(member), budget)] as const,
      )
      const cells = [...columns].map((column) => {
        const text = lookup?.row[column] ?? null
        return [column, new FieldValue(text, nameOf(`${rowMember}.${column}`), budget)] as const
      })
      return [key, new Map<string, unknown>([...scalars, [rowMember, new Map(cells)]])] as const
    }),
  )
}
