import { Alert, Button, Space, Tag } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { formatDollars, formatDuration } from '../../../shared/words/measures.ts'
import {
  type ComparedScore,
  type ComparisonOutcome,
  type FieldComparison,
  type ProfileComparison,
  useDecideComparison,
} from '../comparison.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { RunSummary } from './RunSummary.tsx'

const titles: Readonly<Record<ComparisonOutcome, string>> = {
  recommended: 'Cheaper',
  not_confirmed: 'Not confirmed',
  not_as_good: 'Not as good',
  cheapest: 'Cheapest already',
  unpriced: 'Price unknown',
  too_few: 'Too few values',
  budget: 'Not compared',
  failed: 'Failed',
}

type Props = { readonly comparison: ProfileComparison }

/** Shows what a comparison has found out, and lets the user accept what it recommends. */
export function ComparisonResult({ comparison }: Props) {
  const { id: projectId } = useEditor().project
  const decide = useDecideComparison()
  const { id, fields, savings, savedShare } = comparison
  const openFields = fields.filter((field) => isOpenRecommendation(field))
  const send = (promptId: string, decision: 'accept' | 'drop') =>
    decide.mutateAsync({ projectId, id, promptId, decision })

  /** Each prompt is changed by a request of its own; the first refusal ends it, and is shown. */
  async function acceptAll() {
    try {
      for (const { promptId } of openFields) await send(promptId, 'accept')
    } catch {
      // Shown as `decide.error`.
    }
  }

  return (
    <section aria-label="Last comparison">
      <h3>Last comparison</h3>
      <RunSummary run={comparison} />
      {savings.length > 0 && (
        <ul className="savings">
          {savings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {savedShare !== null && (
        <p>
          All compared fields together: {Math.floor(100 * savedShare + 1e-6)} % less of the recorded
          cost of a document.
        </p>
      )}
      {decide.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(decide.error, 'Failed to set the profile')}
        />
      )}
      {openFields.length > 1 && (
        <Button type="primary" loading={decide.isPending} onClick={() => void acceptAll()}>
          Accept all {openFields.length}
        </Button>
      )}
      {fields.map((field) => (
        <FieldSection
          key={field.promptId}
          comparison={comparison}
          field={field}
          isBusy={decide.isPending}
          onDecide={(decision) => void send(field.promptId, decision).catch(() => {})}
        />
      ))}
    </section>
  )
}

const isOpenRecommendation = ({ outcome, decision }: FieldComparison) =>
  outcome === 'recommended' && decision === null

type FieldProps = Props & {
  readonly field: FieldComparison
  readonly isBusy: boolean
  onDecide(decision: 'accept' | 'drop'): void
}

type ScoreRow = ComparedScore & { readonly part: string }

function FieldSection({ comparison, field, isBusy, onDecide }: FieldProps) {
  const { key, outcome, reason, currentId, chosenId, first, heldOut, decision } = field
  const nameOf = (id: string) => comparison.profiles.find((one) => one.id === id)?.name ?? '-'
  const label = (id: string) => (id === currentId ? `${nameOf(id)} (now)` : nameOf(id))
  const rows = [...toRows('First', first), ...toRows('Held out', heldOut)]
  return (
    <section className="field-proposal" aria-label={key}>
      <h4>
        <span className="mono">{key}</span>{' '}
        <Tag color={outcome === 'recommended' ? 'success' : 'default'}>{titles[outcome]}</Tag>
      </h4>
      <p>{reason}</p>
      {rows.length > 0 && (
        <DataTable
          label={`Profiles of ${key}`}
          columns={scoreColumns(label)}
          rows={rows}
          keyOf={({ part, profileId }) => `${part}/${profileId}`}
          emptyText="No scores"
        />
      )}
      {decision && <p role="status">{decision === 'accepted' ? 'Accepted.' : 'Dropped.'}</p>}
      {isOpenRecommendation(field) && (
        <Space className="comparison-buttons">
          <Button disabled={isBusy} onClick={() => onDecide('accept')}>
            Use {nameOf(chosenId ?? '')}
          </Button>
          <Button disabled={isBusy} onClick={() => onDecide('drop')}>
            Drop
          </Button>
        </Space>
      )}
    </section>
  )
}

const toRows = (part: string, scores: readonly ComparedScore[]): readonly ScoreRow[] =>
  scores.map((score) => ({ ...score, part }))

const percent = (share: number) => Math.round(100 * share)

const scoreColumns = (label: (profileId: string) => string): readonly Column<ScoreRow>[] => [
  { key: 'part', title: 'Expected values', render: ({ part }) => part },
  { key: 'profile', title: 'Profile', render: ({ profileId }) => label(profileId) },
  {
    key: 'right',
    title: 'Right',
    hint: 'The range contains the true share of right answers in 95 % of cases.',
    align: 'right',
    render: ({ right, checked, low, high }) =>
      `${right} of ${checked} (${percent(low)}–${percent(high)}%)`,
  },
  {
    key: 'cost',
    title: 'Cost per document',
    hint: 'Recorded cost of the calls about this field, without indexing.',
    align: 'right',
    render: ({ dollars }) => (dollars === null ? 'unknown' : formatDollars(dollars)),
  },
  {
    key: 'time',
    title: 'Time per document',
    align: 'right',
    render: ({ seconds }) => (seconds === null ? '–' : formatDuration(seconds)),
  },
]
