import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import {
  type Improvement,
  improvementList,
  isUndecided,
  useCancelImprovement,
} from '../improvement.queries.ts'
import { isOpen } from '../measuring-run.ts'
import { useEditor } from '../state/editor-context.ts'
import {
  type ImproveTarget,
  useChangeEditorSearch,
  useEditorSearch,
} from '../state/editor-search.ts'
import { FieldProposal } from './FieldProposal.tsx'
import { ImproveForm } from './ImproveForm.tsx'
import { MeasureProgress } from './MeasureProgress.tsx'
import { ProfilesView } from './ProfilesView.tsx'
import { RunSummary } from './RunSummary.tsx'
import './improvements.css'

const targets: { readonly value: ImproveTarget; readonly label: string }[] = [
  { value: 'prompts', label: 'Prompts' },
  { value: 'profiles', label: 'LLM profiles' },
]

/** Looks for better prompts, or for cheaper profiles. */
export function ImproveView() {
  const { improve } = useEditorSearch()
  const change = useChangeEditorSearch()
  return (
    <>
      <Segmented<ImproveTarget>
        aria-label="What to improve"
        value={improve}
        options={targets}
        onChange={(target) => change({ improve: target })}
      />
      {improve === 'profiles' ? <ProfilesView /> : <PromptsView />}
    </>
  )
}

/** Looks for better prompts, and shows what the last search has found. */
function PromptsView() {
  const { id } = useEditor().project
  const { data, error, refetch } = useQuery(improvementList(id))
  const cancel = useCancelImprovement()
  if (error) {
    return (
      <FailureState
        error={error}
        fallback="Failed to fetch the improvements"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <div className="bone score-bone" aria-busy="true" />
  const { latest, openProposals } = data
  const results = [...(latest?.results ?? []), ...openProposals.map(({ result }) => result)]
  const undecidedIds = new Set(results.filter(isUndecided).map(({ promptId }) => promptId))
  return (
    <>
      <p className="faint">
        Better prompts are chosen on one part of the expected values and tested on the other.
        Documents that look alike are in the same part; if most of them look alike, only copies are.
        Nothing changes until you accept a proposal.
      </p>
      {latest && isOpen(latest) ? (
        <MeasureProgress run={latest} cancel={cancel} />
      ) : (
        <ImproveForm expectedValueCounts={data.expectedValueCounts} undecidedIds={undecidedIds} />
      )}
      {latest && !isOpen(latest) && <Outcome improvement={latest} />}
      {openProposals.length > 0 && (
        <section aria-label="Earlier proposals">
          <h3>Earlier proposals</h3>
          {openProposals.map(({ improvementId, result }) => (
            <FieldProposal
              key={`${improvementId}/${result.promptId}`}
              improvementId={improvementId}
              result={result}
            />
          ))}
        </section>
      )}
    </>
  )
}

function Outcome({ improvement }: { readonly improvement: Improvement }) {
  const { id, results } = improvement
  return (
    <section aria-label="Last search">
      <h3>Last search</h3>
      <RunSummary run={improvement} />
      {results.map((result) => (
        <FieldProposal key={result.promptId} improvementId={id} result={result} />
      ))}
    </section>
  )
}
