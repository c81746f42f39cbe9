import { use, useMemo } from 'react'
import { useStored } from '../../../../shared/browser/use-stored.ts'
import { SignedInContext } from '../../../../shared/session/signed-in.ts'
import type { Project } from '../../project.ts'
import type { Prompt } from '../../prompt.ts'

const DEFAULT_WIDTH = 136
const MIN_WIDTH = 64
const MAX_WIDTH = 640

/** A column with its width in pixels. */
export type FieldColumn = { readonly prompt: Prompt; readonly width: number }

/** The choices of a person; ids of fields that are gone are ignored. */
type StoredLayout = {
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
}

const initialLayout: StoredLayout = { order: [], widths: {} }

function isLayout(value: unknown): value is StoredLayout {
  if (typeof value !== 'object' || value === null) return false
  const { order, widths } = value as Partial<Record<keyof StoredLayout, unknown>>
  return (
    Array.isArray(order) &&
    order.every((id) => typeof id === 'string') &&
    typeof widths === 'object' &&
    widths !== null &&
    Object.values(widths).every((width) => typeof width === 'number')
  )
}

export type ColumnLayout = {
  readonly columns: readonly FieldColumn[]
  /** Whether the person has changed anything. */
  readonly isChanged: boolean
  setWidth(id: string, width: number): void
  /** Moves a column to the place of another one. */
  moveTo(id: string, targetId: string): void
  reset(): void
}

/** Order and widths of the columns, which each person keeps for each project. */
export function useColumnLayout(project: Project, fields: readonly Prompt[]): ColumnLayout {
  // Pages that are shared with everybody have nobody signed in.
  const userId = use(SignedInContext)?.user.id
  const [layout, store] = useStored(
    `documentTable ${userId} ${project.id}`,
    isLayout,
    initialLayout,
  )
  const columns = useMemo(() => arrange(fields, layout), [fields, layout])
  // Fields that are hidden at the moment keep their places when others are moved.
  const allIds = useMemo(
    () => arrange(project.prompts, layout).map(({ prompt }) => prompt.id),
    [project.prompts, layout],
  )
  return useMemo(
    () => buildLayout(layout, columns, allIds, store),
    [layout, columns, allIds, store],
  )
}

function buildLayout(
  layout: StoredLayout,
  columns: readonly FieldColumn[],
  allIds: readonly string[],
  store: (layout: StoredLayout) => void,
): ColumnLayout {
  return {
    columns,
    isChanged: layout.order.length > 0 || Object.keys(layout.widths).length > 0,
    setWidth: (id, width) =>
      store({ ...layout, widths: { ...layout.widths, [id]: clampWidth(width) } }),
    moveTo(id, targetId) {
      const targetIndex = allIds.indexOf(targetId)
      if (id === targetId || targetIndex < 0 || !allIds.includes(id)) return
      store({
        ...layout,
        order: allIds.filter((orderedId) => orderedId !== id).toSpliced(targetIndex, 0, id),
      })
    },
    reset: () => store(initialLayout),
  }
}

/** Fields without a place of their own come last, in the order of the project. */
function arrange(fields: readonly Prompt[], { order, widths }: StoredLayout): FieldColumn[] {
  const places = new Map(order.map((id, index) => [id, index]))
  const placeOf = ({ id }: Prompt) => places.get(id) ?? order.length
  return fields
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((prompt) => ({ prompt, width: clampWidth(widths[prompt.id] ?? DEFAULT_WIDTH) }))
}

export const clampWidth = (width: number): number =>
  Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width)))
