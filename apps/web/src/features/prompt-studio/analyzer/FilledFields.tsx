import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { keyboardScrollable } from '../../../shared/layout/keyboard-scrollable.ts'
import { OriginalView } from '../documents/OriginalView.tsx'
import { Splitter } from '../editor/Splitter.tsx'
import { combinedOutput, outputList } from '../output.queries.ts'
import { outputsOfMode } from '../output.ts'
import { combineOutputs } from '../outputs/combine-outputs.ts'
import { listHighlights } from '../outputs/highlights.ts'
import { getOutputProfileId, useAnalyzer } from './analyzer-context.ts'
import { computeFillRate } from './fill-rate.ts'

/** Shows the selected document next to its values and the fill rate. */
export function FilledFields() {
  const { project, profiles, document, fields } = useAnalyzer()
  const { data } = useQuery(outputList(project.id, document.id, project.singlePass))
  const shownOutputs = outputsOfMode(data ?? [], project).filter(({ promptId, profileId }) =>
    fields.some(
      (field) => field.id === promptId && getOutputProfileId(field, profiles) === profileId,
    ),
  )
  return (
    <Splitter
      label="Document pane width"
      start={
        <section className="analyzer-page" aria-label="Document">
          <OriginalView
            key={document.id}
            document={document}
            highlights={listHighlights(shownOutputs, fields)}
          />
        </section>
      }
      end={<Values key={document.id} />}
    />
  )
}

function Values() {
  const { project, document, fields } = useAnalyzer()
  const { data, error, refetch } = useQuery(
    combinedOutput(project.id, document.id, project.singlePass),
  )
  if (error) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to generate combined output" onRetry={retry} />
    )
  }
  if (!data) return <div className="pane-body bone" aria-busy="true" />

  const keys = new Set(fields.map(({ key }) => key))
  const fieldOutputs = Object.fromEntries(Object.entries(data).filter(([key]) => keys.has(key)))
  const values = combineOutputs(fieldOutputs, project.prompts)
  const { total, filledCount, unfilledCount, rate } = computeFillRate(values)
  const facts = [
    ['Total fields', total],
    ['Fill rate', rate],
    ['Filled', filledCount],
    ['Unfilled', unfilledCount],
  ] as const
  return (
    <section className="pane" aria-label="Values">
      <dl className="analyzer-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section
        className="combined-text analyzer-text"
        aria-label="Combined output"
        {...keyboardScrollable}
      >
        <pre className="mono">{JSON.stringify(values, null, 2)}</pre>
      </section>
    </section>
  )
}
