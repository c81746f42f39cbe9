import { Alert, Button, Modal, Progress } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { explain } from '../api/refusal.ts'
import { useAlerts } from '../feedback/alerts.tsx'

/** An action on all selected rows of a list. */
export type BulkAction<Row> = {
  /** A verb, such as `Delete`. */
  readonly label: string
  /** The verb in the past, such as `deleted`, for the message at the end. */
  readonly past: string
  readonly icon: ReactNode
  readonly isDestructive?: boolean
  /** It says what happens to the rows. */
  readonly explanation: ReactNode
  /** Error message if the server gives no reason. */
  readonly fallback: string
  /** Returns the reason why the user may not do it to this row. */
  refusalOf?(row: Row): string | undefined
  run(row: Row): Promise<unknown>
}

type NamedRow = { readonly key: string; readonly name: string }
type Failure = NamedRow & { readonly reason: string }

type Props<Row> = {
  readonly action: BulkAction<Row>
  readonly rows: readonly Row[]
  /** What the rows are, in the plural, such as `workflows`. */
  readonly noun: string
  keyOf(row: Row): string
  nameOf(row: Row): string
  /** Called once everything that was possible has been done. */
  onDone(): void
  onClose(): void
}

const maxNames = 10

/**
 * Asks for confirmation, does the action to one row after the other, and lists those to which it
 * could not be done. Closing the dialog ends it after the current row.
 */
export function BulkDialog<Row>(props: Props<Row>) {
  const { action, rows, noun, onDone, onClose } = props
  const toNamedRow = (row: Row): NamedRow => ({ key: props.keyOf(row), name: props.nameOf(row) })
  // Rows that are gone leave the list, but must stay in the dialog.
  const [chosenRows] = useState(rows)
  const refusedRows = listRefusals(chosenRows, action, toNamedRow)
  const allowedRows = chosenRows.filter((row) => action.refusalOf?.(row) === undefined)
  const { state, start, stop, isStopped } = useBulkRun(action, toNamedRow)
  const alerts = useAlerts()
  const failures = state.failures

  async function handleConfirm() {
    const { doneCount, newFailures } = await start(allowedRows)
    if (doneCount > 0)
      alerts.success(`${doneCount} of ${chosenRows.length} ${noun} ${action.past}.`)
    // A dialog that was stopped is closed already, and another one may be open.
    if (isStopped()) return
    onDone()
    if (newFailures.length === 0) onClose()
  }

  function handleClose() {
    stop()
    onClose()
  }

  return (
    <Modal
      open
      width={480}
      title={`${action.label} ${chosenRows.length} ${noun}?`}
      onCancel={handleClose}
      footer={
        <>
          <Button onClick={handleClose}>{closeLabel(state)}</Button>
          {!state.isFinished && (
            <Button
              type="primary"
              danger={action.isDestructive ?? false}
              loading={state.isRunning}
              disabled={allowedRows.length === 0}
              onClick={() => void handleConfirm()}
            >
              {action.label}
            </Button>
          )}
        </>
      }
    >
      {!state.isFinished && (
        <>
          <p>{action.explanation}</p>
          <Names rows={allowedRows.map(toNamedRow)} />
        </>
      )}
      {state.isRunning && (
        <Progress
          aria-label={`${action.label} ${noun}`}
          percent={Math.round((state.count / allowedRows.length) * 100)}
        />
      )}
      <Failures
        title="These will be left as they are:"
        failures={refusedRows}
        isShown={!state.isFinished}
      />
      <Failures title="Not done:" failures={failures} isShown={failures.length > 0} />
    </Modal>
  )
}

const closeLabel = ({ isRunning, isFinished }: RunState): string =>
  isRunning ? 'Stop' : isFinished ? 'Close' : 'Cancel'

const listRefusals = <Row,>(
  rows: readonly Row[],
  action: BulkAction<Row>,
  toNamedRow: (row: Row) => NamedRow,
): Failure[] =>
  rows
    .map((row) => ({ ...toNamedRow(row), reason: action.refusalOf?.(row) ?? '' }))
    .filter(({ reason }) => reason !== '')

type RunState = {
  readonly isRunning: boolean
  readonly isFinished: boolean
  /** How many rows have been tried. */
  readonly count: number
  readonly failures: readonly Failure[]
}

function useBulkRun<Row>(action: BulkAction<Row>, toNamedRow: (row: Row) => NamedRow) {
  const [state, setState] = useState<RunState>({
    isRunning: false,
    isFinished: false,
    count: 0,
    failures: [],
  })
  const isStopped = useRef(false)

  async function start(rows: readonly Row[]) {
    const newFailures: Failure[] = []
    let count = 0
    setState({ isRunning: true, isFinished: false, count, failures: [] })
    for (const row of rows) {
      if (isStopped.current) break
      try {
        await action.run(row)
      } catch (error) {
        newFailures.push({ ...toNamedRow(row), reason: explain(error, action.fallback) })
      }
      count += 1
      setState({ isRunning: true, isFinished: false, count, failures: [...newFailures] })
    }
    setState({ isRunning: false, isFinished: true, count, failures: newFailures })
    return { doneCount: count - newFailures.length, newFailures }
  }

  const stop = () => {
    isStopped.current = true
  }
  // Leaving the page ends the run, which nobody would see.
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])
  return { state, start, stop, isStopped: () => isStopped.current }
}

function Names({ rows }: { readonly rows: readonly NamedRow[] }) {
  const hiddenCount = rows.length - maxNames
  return (
    <ul className="bulk-names">
      {rows.slice(0, maxNames).map(({ key, name }) => (
        <li key={key}>{name}</li>
      ))}
      {hiddenCount > 0 && <li>and {hiddenCount} more</li>}
    </ul>
  )
}

type FailuresProps = {
  readonly title: string
  readonly failures: readonly Failure[]
  readonly isShown: boolean
}

function Failures({ title, failures, isShown }: FailuresProps) {
  if (!isShown || failures.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={title}
      description={
        <ul className="bulk-names">
          {failures.map(({ key, name, reason }) => (
            <li key={key}>
              <strong>{name}</strong>: {reason}
            </li>
          ))}
        </ul>
      }
    />
  )
}
