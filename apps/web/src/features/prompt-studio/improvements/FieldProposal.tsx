import { Alert, Button, Input, Space, Tag } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import {
  type ChangedDocument,
  type ImprovementResult,
  maxProposedLetters,
  type PartComparison,
  type RightShare,
  type SearchOutcome,
  useDecideImprovement,
} from '../improvement.queries.ts'
import { useEditor } from '../state/editor-context.ts'

const titles: Readonly<Record<SearchOutcome, string>> = {
  proposed: 'Better',
  not_proven: 'Not proven',
  worse_elsewhere: 'Worse elsewhere',
  not_better: 'Not better',
  no_proposals: 'No proposal',
  nothing_wrong: 'Nothing wrong',
  too_few: 'Too few values',
  budget: 'Not measured',
  failed: 'Failed',
}

const changeColumns: readonly Column<ChangedDocument>[] = [
  { key: 'document', title: 'Document', render: ({ documentName }) => documentName },
  { key: 'truth', title: 'Expected', render: ({ expectedValue }) => expectedValue ?? '–' },
  { key: 'before', title: 'Before', render: ({ currentValue }) => currentValue ?? '–' },
  { key: 'after', title: 'After', render: ({ newValue }) => newValue ?? '–' },
  { key: 'right', title: 'Now', render: ({ isRight }) => (isRight ? 'right' : 'wrong') },
]

type Props = { readonly improvementId: string; readonly result: ImprovementResult }

/** Shows what a search has found out about a field, and lets the user decide about a proposal. */
export function FieldProposal({ improvementId, result }: Props) {
  const { key, outcome, reason, currentWording, newWording, first, second, changes, changeCount } =
    result
  return (
    <section className="field-proposal" aria-label={key}>
      <h4>
        <span className="mono">{key}</span>{' '}
        <Tag color={outcome === 'proposed' ? 'success' : 'default'}>{titles[outcome]}</Tag>
        {result.source === 'labels' && <Tag>from labels</Tag>}
      </h4>
      <p>{reason}</p>
      {newWording && (
        <dl className="wordings">
          <dt>Before</dt>
          <dd>
            <del>{currentWording.prompt}</del>{' '}
            <span className="faint">({currentWording.type})</span>
          </dd>
          <dt>After</dt>
          <dd>
            <ins>{newWording.prompt}</ins> <span className="faint">({newWording.type})</span>
          </dd>
        </dl>
      )}
      {newWording && newWording.type !== currentWording.type && (
        <p>
          Changes the type from {currentWording.type} to {newWording.type}.
        </p>
      )}
      {first && second && <Scores first={first} second={second} />}
      {changes.length > 0 && (
        <details>
          <summary>Documents that change ({changeCount})</summary>
          {changeCount > changes.length && (
            <p className="faint">The first {changes.length} are listed.</p>
          )}
          <DataTable
            label={`Changed documents of ${key}`}
            columns={changeColumns}
            rows={changes}
            keyOf={({ hash }) => hash}
            emptyText="No documents change."
            maxHeight={260}
          />
        </details>
      )}
      {outcome === 'proposed' && newWording && (
        <Decision
          improvementId={improvementId}
          result={result}
          proposedPrompt={newWording.prompt}
        />
      )}
    </section>
  )
}

const percent = (share: number) => Math.round(100 * share)

const describeShare = ({ right, low, high }: RightShare, checked: number) =>
  `${right} of ${checked} (${percent(low)}–${percent(high)}%)`

type ScoresProps = { readonly first: PartComparison; readonly second: PartComparison }
type ScoreRow = { readonly part: string; readonly score: PartComparison }

const scoreColumns: readonly Column<ScoreRow>[] = [
  { key: 'part', title: 'Expected values', render: ({ part }) => part },
  {
    key: 'before',
    title: 'Right before',
    align: 'right',
    render: ({ score }) => describeShare(score.before, score.checked),
  },
  {
    key: 'after',
    title: 'Right after',
    align: 'right',
    render: ({ score }) => describeShare(score.after, score.checked),
  },
]

function Scores({ first, second }: ScoresProps) {
  return (
    <DataTable
      label="Scores before and after"
      columns={scoreColumns}
      rows={[
        { part: 'Chosen on', score: first },
        { part: 'Held out', score: second },
      ]}
      keyOf={({ part }) => part}
      emptyText="No scores"
    />
  )
}

const decisionTexts = {
  accepted: 'Accepted.',
  edited: 'Accepted with edits, which were not measured.',
  dropped: 'Dropped.',
} as const

type DecisionProps = Props & { readonly proposedPrompt: string }

function Decision({ improvementId, result, proposedPrompt }: DecisionProps) {
  const { id: projectId, prompts } = useEditor().project
  const decide = useDecideImprovement()
  const [editedPrompt, setEditedPrompt] = useState<string>()
  const { promptId, key, decision } = result
  if (decision) return <p role="status">{decisionTexts[decision]}</p>
  const current = prompts.find(({ id }) => id === promptId)
  const { currentWording } = result
  const hasChanged = current?.text !== currentWording.prompt || current.type !== currentWording.type
  const send = (choice: 'accept' | 'drop') =>
    decide.mutate({
      projectId,
      id: improvementId,
      promptId,
      decision: choice,
      prompt: choice === 'accept' ? editedPrompt : undefined,
    })
  return (
    <>
      {editedPrompt !== undefined && (
        <Input.TextArea
          aria-label={`Edited prompt of ${key}`}
          autoSize
          maxLength={maxProposedLetters}
          value={editedPrompt}
          onChange={({ target }) => setEditedPrompt(target.value)}
        />
      )}
      {decide.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(decide.error, 'Failed to save the decision')}
        />
      )}
      {hasChanged && (
        <Alert
          type="warning"
          showIcon
          title="The prompt was changed or deleted after it was measured, so the proposal cannot be accepted."
        />
      )}
      <Space>
        <Button
          type="primary"
          loading={decide.isPending}
          disabled={hasChanged || editedPrompt?.trim() === ''}
          onClick={() => send('accept')}
        >
          Accept
        </Button>
        {editedPrompt === undefined && (
          <Button onClick={() => setEditedPrompt(proposedPrompt)}>Edit</Button>
        )}
        <Button disabled={decide.isPending} onClick={() => send('drop')}>
          Drop
        </Button>
      </Space>
    </>
  )
}
