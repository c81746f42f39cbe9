import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { RuleOfWorkflow } from './review-rule.ts'
import { useTryRule } from './review-rules.queries.ts'

type Props = {
  readonly rule: RuleOfWorkflow
  /** Whether something still has to be filled in. */
  readonly isUnfinished: boolean
  /** Rendered before the button. */
  readonly children: ReactNode
}

const reasons: Readonly<Record<string, string>> = {
  sample: 'in the sample',
  rules: 'meets the conditions',
  'rules and sample': 'in the sample and meets the conditions',
  confidence: 'the confidence of a value is too low',
}

/** Tries unsaved rules on recent files and shows which ones would have been reviewed. */
export function TryRules({ rule, isUnfinished, children }: Props) {
  const alerts = useAlerts()
  const attempt = useTryRule()
  const handleTry = () =>
    attempt.mutate(rule, {
      onError: (error) => alerts.showError(error, 'Failed to test the rules'),
    })
  return (
    <>
      <div className="rule-actions">
        {children}
        <Button disabled={isUnfinished} loading={attempt.isPending} onClick={handleTry}>
          Test on the last 50 files
        </Button>
      </div>
      {attempt.data && <Outcome {...attempt.data} />}
    </>
  )
}

type OutcomeProps = NonNullable<ReturnType<typeof useTryRule>['data']>

function Outcome({ testedCount, caughtCount, files }: OutcomeProps) {
  if (testedCount === 0)
    return <p role="status">The workflow has not processed any files to test the rules on.</p>
  // The same file may occur several times.
  const rows = files.map((file, index) => ({ ...file, key: String(index) }))
  return (
    <>
      <p role="status">
        {caughtCount} of the last {testedCount} {testedCount === 1 ? 'file' : 'files'} would go to
        review.
      </p>
      <DataTable
        label="Files that the rules were tested on"
        maxHeight={320}
        rows={rows}
        keyOf={({ key }) => key}
        emptyText=""
        columns={[
          { key: 'file', title: 'File', render: ({ fileName }) => fileName },
          {
            key: 'outcome',
            title: 'Outcome',
            width: '45%',
            sortBy: ({ isCaught }) => (isCaught ? 0 : 1),
            render: ({ isCaught, reason }) =>
              isCaught ? `Review: ${reasons[reason ?? ''] ?? reason}` : 'No review',
          },
        ]}
      />
    </>
  )
}
