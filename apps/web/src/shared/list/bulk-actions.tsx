import { DeleteOutlined, PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { BulkAction } from './BulkDialog.tsx'

type BulkDeletionOptions<Row> = {
  readonly explanation: ReactNode
  readonly fallback: string
  refusalOf(row: Row): string | undefined
  /** Deletes the row with the given id. */
  remove(id: string): Promise<unknown>
}

/** Returns the action that deletes the selected rows. */
export const bulkDeletion = <Row extends { readonly id: string }>({
  remove,
  ...options
}: BulkDeletionOptions<Row>): BulkAction<Row> => ({
  ...options,
  label: 'Delete',
  past: 'deleted',
  icon: <DeleteOutlined aria-hidden="true" />,
  isDestructive: true,
  run: ({ id }) => remove(id),
})

type BulkActivityOptions<Row> = {
  /** What happens when they are switched on, and off. */
  readonly explanations: { readonly on: string; readonly off: string }
  readonly fallback: string
  refusalOf(row: Row): string | undefined
  setActive(id: string, isActive: boolean): Promise<unknown>
}

/** Returns the actions that switch the selected rows on and off. */
export function bulkActivity<Row extends { readonly id: string }>(
  options: BulkActivityOptions<Row>,
): readonly BulkAction<Row>[] {
  const { explanations, fallback, refusalOf, setActive } = options
  return [
    {
      label: 'Enable',
      past: 'enabled',
      icon: <PlayCircleOutlined aria-hidden="true" />,
      explanation: explanations.on,
      fallback,
      refusalOf,
      run: ({ id }) => setActive(id, true),
    },
    {
      label: 'Disable',
      past: 'disabled',
      icon: <PauseOutlined aria-hidden="true" />,
      explanation: explanations.off,
      fallback,
      refusalOf,
      run: ({ id }) => setActive(id, false),
    },
  ]
}
