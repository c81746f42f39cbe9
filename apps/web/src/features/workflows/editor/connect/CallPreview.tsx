import type { CallPreview as Preview } from '@recto/contract/workflows/call-previews'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Refusal } from '../../../../shared/api/refusal.ts'
import { useDebounced } from '../../../../shared/browser/use-debounced.ts'
import type { FormValues } from '../../../../shared/form/schema-form/SchemaForm.tsx'
import { FailureState } from '../../../../shared/layout/FailureState.tsx'
import { callPreview } from '../../workflows.queries.ts'

type Props = { readonly endId: string; readonly values: FormValues }

const PAUSE_MS = 400

/** Shows the body that an HTTP endpoint would get with the settings in the form. */
export function CallPreview({ endId, values }: Props) {
  const headingId = useId()
  const configuration = useDebounced(values, PAUSE_MS)
  const { data, error, refetch } = useQuery(callPreview(endId, configuration))
  return (
    <section className="call-preview" aria-labelledby={headingId} aria-live="polite">
      <h4 id={headingId}>Preview</h4>
      {error instanceof Refusal && error.status === 400 && (
        <p className="faint">The settings above must be valid for a preview: {error.message}</p>
      )}
      {error && !(error instanceof Refusal && error.status === 400) && (
        <FailureState
          error={error}
          fallback="Failed to load the preview"
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <div className="bone" style={{ height: 64 }} aria-busy="true" />}
      {data && !error && <Body preview={data} isWholeResult={isWholeResult(configuration)} />}
    </section>
  )
}

type BodyProps = { readonly preview: Preview; readonly isWholeResult: boolean }

function Body({ preview, isWholeResult }: BodyProps) {
  const { body, call_count: count, has_answers: hasAnswers, problem } = preview
  if (problem) return <p role="alert">{problem}</p>
  return (
    <>
      <p className="faint">
        {hasAnswers
          ? `The newest answers of the studio. ${countText(count)}`
          : 'There are no answers in the studio yet, so values are shown as null.'}{' '}
        Nothing is sent now.{' '}
        {isWholeResult &&
          'If “Body” is empty, a call also has the evidence and the metadata of the result, with passages of the document.'}
      </p>
      {body !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long bodies scroll with the keyboard.
        <pre className="call-body mono" tabIndex={0}>
          {indent(body)}
        </pre>
      )}
    </>
  )
}

/** Whether the calls have the result as it is, and not only items or what a template names. */
const isWholeResult = ({ bodyTemplate, itemsOf }: FormValues): boolean =>
  [bodyTemplate, itemsOf].every((text) => String(text ?? '').trim() === '')

const countText = (count: number): string => {
  if (count === 0) return 'The list has no items, so no call would be sent.'
  return count === 1
    ? 'One call would be sent.'
    : `${count} calls would be sent, and this is the first.`
}

/** Bodies that were cut are no longer JSON, and numbers with more digits than JavaScript can hold would be rounded. */
function indent(body: string): string {
  if (/\d{16}/.test(body)) return body
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
