import { useEffect, useState } from 'react'
import { formatDuration } from '../../../shared/words/measures.ts'
import { useRunCount } from '../runs/runs.tsx'
import { type FieldRow, isNotFound } from './field-rows.ts'

const numberFormat = new Intl.NumberFormat('en-US')
const SECOND_MS = 1000

/** Says in one line how many values were found, and what the last run of the fields took. */
export function LastRun({ rows }: { readonly rows: readonly FieldRow[] }) {
  const seconds = useSecondsOfLastRun()
  const fields = rows.filter(({ prompt }) => !prompt.isNote)
  const outputs = fields.map(({ output }) => output).filter((output) => output !== undefined)
  const foundCount = fields.filter((row) => row.output && !isNotFound(row)).length
  const sum = (values: readonly (number | null)[]) => {
    const knownValues = values.filter((value) => value !== null)
    return knownValues.length === 0
      ? undefined
      : knownValues.reduce((total, value) => total + value, 0)
  }
  const tokens = sum(outputs.map(({ usage }) => usage.totalTokens))
  const dollars = sum(outputs.map(({ usage }) => usage.dollars))
  const parts = [
    `${foundCount} of ${fields.length} found`,
    tokens === undefined ? undefined : `${numberFormat.format(tokens)} tokens`,
    dollars === undefined ? undefined : `$${dollars.toFixed(5)}`,
    seconds === undefined ? undefined : formatDuration(seconds),
  ]
  return (
    <p
      className="field-last-run"
      title="Values found in this document, with the tokens, cost and time of the last run"
    >
      {parts.filter((part) => part !== undefined).join(' · ')}
    </p>
  )
}

/** Returns the duration of the last run, if it ran while this page was open. */
function useSecondsOfLastRun(): number | undefined {
  const isRunning = useRunCount() > 0
  const [seconds, setSeconds] = useState<number>()
  useEffect(() => {
    if (!isRunning) return
    const startedAt = performance.now()
    return () => setSeconds((performance.now() - startedAt) / SECOND_MS)
  }, [isRunning])
  return seconds
}
