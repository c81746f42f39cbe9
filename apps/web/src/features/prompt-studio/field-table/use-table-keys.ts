import { type RefObject, useEffect } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import type { FieldRow } from './field-rows.ts'
import type { TableStore } from './table-store.ts'
import type { FieldActions } from './use-field-actions.ts'

const group = 'This project'

type TableKeyOptions = {
  readonly actions: FieldActions
  readonly rows: readonly FieldRow[]
  readonly store: TableStore
  readonly tableRef: RefObject<HTMLElement | null>
  onFilter(): void
}

const isPageOf = (target: Element) => target === document.body || target.id === 'content'
const isRow = (target: Element) => target.matches('tr[data-slot]')

/** Elsewhere the arrow keys scroll the document or choose a tab. */
const moves = (target: Element) =>
  isPageOf(target) || (target.closest('.field-row, .pane-bar') !== null && !isTab(target))
const isTab = (target: Element) => target.closest('[role="tab"]') !== null

/** Elsewhere Enter and the space bar press a button. */
const acts = (target: Element) => isPageOf(target) || isRow(target)

/**
 * The keys of the table. They work on the selected row, and not while a text is typed. Escape leads
 * from the details to their row, and closes them from there.
 */
export function useTableKeys({ actions, rows, store, tableRef, onFilter }: TableKeyOptions): void {
  const selectedRow = () => rows.find(({ prompt }) => prompt.id === store.state.get().selectedId)
  const onSelected = (act: (row: FieldRow) => void) => () => {
    const row = selectedRow()
    if (row) act(row)
    else actions.move(0)
  }
  const command = (id: string, title: string, shortcut: string, run: () => void) => ({
    id,
    title,
    group,
    shortcut,
    run,
  })
  useCommands([
    {
      ...command('next-field', 'Next field', 'arrowdown', () => actions.move(1)),
      appliesTo: moves,
    },
    {
      ...command('previous-field', 'Previous field', 'arrowup', () => actions.move(-1)),
      appliesTo: moves,
    },
    command('mark-field', 'Mark the value as correct', 'y', onSelected(actions.mark)),
    command('edit-value', 'Edit the expected value', 'e', onSelected(actions.edit)),
    {
      ...command('edit-prompt', 'Edit the prompt', 'enter', onSelected(actions.toggleDetail)),
      appliesTo: acts,
    },
    {
      ...command(
        'show-evidence',
        'Show the value in the document',
        'space',
        onSelected(actions.showEvidence),
      ),
      appliesTo: acts,
    },
    command('run-field', 'Run the selected prompt', 'r', onSelected(actions.run)),
    command('filter-fields', 'Filter the fields', 'f', onFilter),
  ])

  useEffect(() => {
    const table = tableRef.current
    if (!table) return
    const leave = (event: KeyboardEvent) => {
      const isInDetail = (event.target as Element).closest('.field-detail') !== null
      const openId = store.state.get().openId
      const openRow = rows.find(({ prompt }) => prompt.id === openId)
      if (isInDetail && openRow) actions.focusRow(openRow, 'same')
      else store.open(undefined)
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave(event)
    }
    table.addEventListener('keydown', handleKeyDown)
    return () => table.removeEventListener('keydown', handleKeyDown)
  })
}
