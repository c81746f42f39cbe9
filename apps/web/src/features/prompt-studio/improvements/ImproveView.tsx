import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import {
  type Improvement,
  improvementList,
  isOpen,
  isUndecided,
  useCancelImprovement,
} from '../improvement.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { FieldProposal } from './FieldProposal.tsx'
import { ImproveForm } from './ImproveForm.tsx'
import './improvements.css'

/** Looks for better prompts, and shows what the last search has found. */
export function ImproveView() {
  const { id } = useEditor().project
  const { data, error, refetch } = useQuery(improvementList(id))
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
        <SearchProgress improvement={latest} />
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

type Props = { readonly improvement: Improvement }

function SearchProgress({ improvement }: Props) {
  const { id: projectId } = useEditor().project
  const cancel = useCancelImprovement()
  const { id, fieldCount, fieldsDone } = improvement
  return (
    <div className="improve-progress">
      <Progress
        percent={Math.round((100 * fieldsDone) / Math.max(1, fieldCount))}
        aria-label="Fields measured"
        format={() => `${fieldsDone} of ${fieldCount}`}
      />
      <p className="faint">{describeUse(improvement)}</p>
      {cancel.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(cancel.error, 'Failed to cancel the search')}
        />
      )}
      <Button
        size="small"
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ projectId, id })}
      >
        Cancel
      </Button>
    </div>
  )
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
})

const minShownDollars = 0.0001

/** Says what the calls have used of the budget. */
function describeUse({ callsUsed, budgetCalls, ...money }: Improvement): string {
  const { dollars: cost, budgetDollars, reservedDollars } = money
  const calls = `${callsUsed} of ${budgetCalls} calls`
  if (budgetDollars === null) return cost === null ? calls : `${calls}, ${dollars.format(cost)}`
  const heldDollars = Math.max(0, (reservedDollars ?? 0) - (cost ?? 0))
  const price = `${calls}, ${dollars.format(cost ?? 0)} of ${dollars.format(budgetDollars)}`
  return heldDollars < minShownDollars
    ? price
    : `${price}, and ${dollars.format(heldDollars)} held for calls whose cost is not known`
}

function Outcome({ improvement }: Props) {
  const { id, state, error, results } = improvement
  return (
    <section aria-label="Last search">
      <h3>Last search</h3>
      <p className="faint" role="status">
        {state === 'cancelled' && 'Cancelled. '}
        {`${describeUse(improvement)}.`}
      </p>
      {state === 'stopped' && (
        <Alert
          type="warning"
          showIcon
          title="The budget was used up. Start again with a larger one: stored answers are not paid again."
        />
      )}
      {state === 'failed' && (
        <Alert type="error" showIcon role="alert" title={error ?? 'The search failed.'} />
      )}
      {results.map((result) => (
        <FieldProposal key={result.promptId} improvementId={id} result={result} />
      ))}
    </section>
  )
}
