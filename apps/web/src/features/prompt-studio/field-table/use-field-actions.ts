import { createContext, type RefObject, use, useMemo, useRef } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { PromptDocument } from '../document.ts'
import { useSaveExpectedValue } from '../expected-value.queries.ts'
import { useMarkAsCorrect } from '../expected-values/use-mark-as-correct.ts'
import { useHighlightStore } from '../outputs/highlight-store.tsx'
import { toHighlightId } from '../outputs/highlights.ts'
import { isInProgress } from '../runs/run-board.ts'
import { useReasonNotToRun } from '../runs/runs.tsx'
import { useRunPrompt } from '../runs/use-run-prompt.ts'
import { type RunInputs, useRunInputs } from '../state/editor-context.ts'
import { isLongValue } from './edited-text.ts'
import { type FieldRow, toValueKey } from './field-rows.ts'
import { summarizeOutput } from './summarize-output.ts'
import type { TableStore } from './table-store.ts'

/** Actions on a row, which keys and buttons start. */
export type FieldActions = {
  /** Moves the selection by a number of rows, or to the first row if none is selected. */
  move(offset: number): void
  /** Selects a row, or the one after it, and gives it the focus. */
  focusRow(row: FieldRow, target: 'same' | 'next'): void
  /** Marks the value as correct and goes to the next row. */
  mark(row: FieldRow): void
  /** Edits the expected value: in place, or in the details if it is long. */
  edit(row: FieldRow): void
  /** Stores an expected value; null means that the document does not contain it. */
  saveExpected(row: FieldRow, value: string | null): void
  /** Opens the details with the focus in the prompt, or closes them. */
  toggleDetail(row: FieldRow): void
  run(row: FieldRow): void
  /** Shows the place in the document where the value was read. */
  showEvidence(row: FieldRow): void
}

export const FieldActionsContext = createContext<FieldActions | undefined>(undefined)

export function useFieldActions(): FieldActions {
  const actions = use(FieldActionsContext)
  if (!actions) throw new Error('useFieldActions needs a FieldTable above it.')
  return actions
}

type TableParts = {
  readonly store: TableStore
  /** The rows that are shown. */
  readonly rows: readonly FieldRow[]
  readonly tableRef: RefObject<HTMLElement | null>
}

type Facts = TableParts &
  Pick<RunInputs, 'document'> & {
    readonly alerts: ReturnType<typeof useAlerts>
    readonly highlightStore: ReturnType<typeof useHighlightStore>
    readonly runPrompt: ReturnType<typeof useRunPrompt>
    readonly reasonNotToRun: string | undefined
    readonly markAsCorrect: ReturnType<typeof useMarkAsCorrect>['markAsCorrect']
    readonly save: ReturnType<typeof useSaveExpectedValue>['mutateAsync']
  }

/** The facts at the time when an action runs. */
type LatestFacts = { readonly current: Facts }

/** Builds the actions. The result never changes, so that rows do not render again. */
export function useBuildFieldActions(parts: TableParts): FieldActions {
  const facts: Facts = {
    ...parts,
    document: useRunInputs().document,
    alerts: useAlerts(),
    highlightStore: useHighlightStore(),
    runPrompt: useRunPrompt(),
    reasonNotToRun: useReasonNotToRun(),
    markAsCorrect: useMarkAsCorrect().markAsCorrect,
    save: useSaveExpectedValue().mutateAsync,
  }
  const latest = useRef(facts)
  latest.current = facts
  return useMemo(() => {
    const movement = buildMovement(latest)
    return { ...movement, ...buildChecking(latest, movement), ...buildInspection(latest) }
  }, [])
}

type Movement = Pick<FieldActions, 'move' | 'focusRow'>

function buildMovement(latest: LatestFacts): Movement {
  function focusAt(index: number) {
    const { rows, store, tableRef } = latest.current
    const id = rows[index]?.prompt.id
    if (id === undefined) return
    store.select(id)
    const row = tableRef.current?.querySelector<HTMLElement>(`tr[data-slot="${CSS.escape(id)}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const indexOf = (id: string | undefined) =>
    latest.current.rows.findIndex(({ prompt }) => prompt.id === id)

  return {
    move(offset) {
      const { rows, store } = latest.current
      const index = indexOf(store.state.get().selectedId)
      focusAt(index < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, index + offset)))
    },
    focusRow({ prompt }, target) {
      const index = indexOf(prompt.id)
      focusAt(target === 'same' ? index : (index + 1) % latest.current.rows.length)
    },
  }
}

function buildChecking(
  latest: LatestFacts,
  { focusRow }: Movement,
): Pick<FieldActions, 'mark' | 'edit' | 'saveExpected'> {
  const targetOf = ({ prompt }: FieldRow, { projectId, id }: PromptDocument) => ({
    projectId,
    promptId: prompt.id,
    documentId: id,
  })
  async function showSaving(row: FieldRow, saving: Promise<unknown>) {
    const { store } = latest.current
    const key = toValueKey(row)
    store.setSaving(key, true)
    await saving
    store.setSaving(key, false)
  }

  return {
    mark(row) {
      const { alerts, document, markAsCorrect } = latest.current
      const { prompt, output, expectedValue } = row
      if (!document || prompt.isNote) return
      const obstacle = describeObstacle(row)
      if (obstacle || !output) return alerts.hint(obstacle ?? `${prompt.key} has no value yet.`)
      if (!expectedValue) {
        const saving = markAsCorrect({ ...targetOf(row, document), value: output.value })
        void showSaving(row, saving)
      }
      focusRow(row, 'next')
    },
    edit(row) {
      const { alerts, document, store } = latest.current
      if (row.prompt.isNote) return store.open(row.prompt.id)
      if (!document) return alerts.hint('Document not selected')
      if (isLongValue(row)) store.open(row.prompt.id)
      store.edit(row.prompt.id)
    },
    saveExpected(row, value) {
      const { alerts, document, save, store } = latest.current
      const valueKey = toValueKey(row)
      if (!document) return
      store.unsavedTexts.delete(valueKey)
      const saving = save({ ...targetOf(row, document), value }).catch((error) => {
        store.unsavedTexts.set(valueKey, value ?? '')
        alerts.showError(error, `Failed to update the expected value of ${row.prompt.key}`)
      })
      void showSaving(row, saving)
    },
  }
}

/** Says why a value cannot be marked as correct; undefined if it can. */
function describeObstacle({ prompt, runState, expectedValue, isRight }: FieldRow) {
  if (isInProgress(runState)) return 'Please wait for the run to complete'
  const isSettled = expectedValue === undefined || isRight !== false
  return isSettled ? undefined : `${prompt.key} has another expected value. Edit it instead.`
}

function buildInspection(
  latest: LatestFacts,
): Pick<FieldActions, 'toggleDetail' | 'run' | 'showEvidence'> {
  return {
    toggleDetail({ prompt }) {
      const { store, tableRef } = latest.current
      const isOpen = store.state.get().openId === prompt.id
      store.open(isOpen ? undefined : prompt.id)
      if (isOpen) return
      // The details are rendered after this event.
      setTimeout(() => {
        const detail = tableRef.current?.querySelector(`[data-prompt="${CSS.escape(prompt.id)}"]`)
        detail?.scrollIntoView({ block: 'nearest' })
        detail?.querySelector('textarea')?.focus({ preventScroll: true })
      })
    },
    run({ prompt }) {
      const { alerts, runPrompt, reasonNotToRun } = latest.current
      if (prompt.isNote) return
      if (reasonNotToRun) return alerts.hint(reasonNotToRun)
      runPrompt({ promptId: prompt.id, onDocuments: 'selected' })
    },
    showEvidence({ prompt, output }) {
      const { alerts, highlightStore } = latest.current
      if (!output) return
      const { evidence } = summarizeOutput(output, prompt.type)
      if (!evidence || evidence.location.boxes.length === 0) {
        return alerts.hint(`No place in the document supports the value of ${prompt.key}.`)
      }
      const id = toHighlightId(output, evidence.path)
      highlightStore.select(id, 'value', evidence.locationIndex)
    },
  }
}
