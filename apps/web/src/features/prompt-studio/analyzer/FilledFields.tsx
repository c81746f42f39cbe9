import { useQuery } from '@tanstack/react-query'
import { byKeys } from '../../../shared/layout/by-keys.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { OriginalView } from '../documents/OriginalView.tsx'
import { Splitter } from '../editor/Splitter.tsx'
import { combinedOutput, outputList } from '../output.queries.ts'
import { outputsOfMode } from '../output.ts'
import { combine } from '../outputs/combine.ts'
import { marksOf } from '../outputs/marks.ts'
import { profileIdOf, useAnalyzer } from './analyzer-facts.ts'
import { fillOf } from './fill-rate.ts'

/** The selected document beside its values, and how many of them there are. */
export function FilledFields() {
  const { project, profiles, document, fields } = useAnalyzer()
  const { data } = useQuery(outputList(project.id, document.id, project.isSinglePass))
  const shown = outputsOfMode(data ?? [], project).filter(({ promptId, profileId }) =>
    fields.some((it) => it.id === promptId && profileIdOf(it, profiles) === profileId),
  )
  return (
    <Splitter
      label="Width of the document"
      start={
        <section className="analyzer-page" aria-label="Document">
          <OriginalView key={document.id} document={document} marks={marksOf(shown, fields)} />
        </section>
      }
      end={<Values key={document.id} />}
    />
  )
}

function Values() {
  const { project, document, fields } = useAnalyzer()
  const { data, error, refetch } = useQuery(
    combinedOutput(project.id, document.id, project.isSinglePass),
  )
  if (error) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to generate combined output" onRetry={retry} />
    )
  }
  if (!data) return <div className="pane-body bone" aria-busy="true" />

  const keys = new Set(fields.map(({ key }) => key))
  const chosen = Object.fromEntries(Object.entries(data).filter(([key]) => keys.has(key)))
  const values = combine(chosen, project.prompts)
  const { total, filled, unfilled, rate } = fillOf(values)
  const facts = [
    ['Total fields', total],
    ['Fill rate', rate],
    ['Filled', filled],
    ['Unfilled', unfilled],
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
      <section className="combined-text analyzer-text" aria-label="Combined output" {...byKeys}>
        <pre className="mono">{JSON.stringify(values, null, 2)}</pre>
      </section>
    </section>
  )
}
