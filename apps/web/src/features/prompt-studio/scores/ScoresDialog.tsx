import { useQuery } from '@tanstack/react-query'
import { Modal, Segmented, Tabs } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { formatDollars, formatDuration } from '../../../shared/words/measures.ts'
import { type ProfileScore, type ProjectScores, scores } from '../expected-value.queries.ts'
import { ExpectedValueFiles } from '../expected-values/ExpectedValueFiles.tsx'
import { ImproveView } from '../improvements/ImproveView.tsx'
import { useEditor } from '../state/editor-context.ts'
import { FailuresView } from './FailuresView.tsx'
import { percentOf, type ScoreRow, scoreRows } from './score-rows.ts'
import '../expected-values/expected-values.css'

// Loaded on demand, because the chart library is as large as the rest of the studio.
const ScoreChart = lazy(async () => ({
  default: (await import('./ScoreChart.tsx')).ScoreChart,
}))

/** Shows how often outputs are right, by profile and by prompt, and where they are wrong. */
export function ScoresDialog({ onClose }: { readonly onClose: () => void }) {
  const { id } = useEditor().project
  const { data, error, refetch } = useQuery(scores(id))
  return (
    <Modal open width={1000} title="Scores" footer={null} onCancel={onClose}>
      {error && (
        <FailureState
          error={error}
          fallback="Failed to fetch the scores"
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <div className="bone score-bone" aria-busy="true" />}
      {data && <ExpectedValueFiles />}
      {data?.expectedValueCount === 0 && (
        <EmptyState
          title="No expected values yet"
          explanation="Mark an output as correct, enter its expected value, or import a file. The scores then show how often each profile is correct."
        />
      )}
      {data && data.expectedValueCount > 0 && (
        <Tabs
          destroyOnHidden
          items={[
            { key: 'scores', label: 'Scores', children: <Accuracy scores={data} /> },
            {
              key: 'failures',
              label: 'Failures',
              children: <FailuresView onClose={onClose} />,
            },
            { key: 'improve', label: 'Improve', children: <ImproveView /> },
          ]}
        />
      )}
    </Modal>
  )
}

function Accuracy({ scores }: { readonly scores: ProjectScores }) {
  const { project, profiles } = useEditor()
  const [view, setView] = useState<'Chart' | 'Table'>('Chart')
  const nameOf = (profileId: string) => profiles.find(({ id }) => id === profileId)?.name ?? '-'
  const rows = scoreRows(scores, project.prompts)
  const names = new Map(profiles.map(({ id, name }) => [id, name]))
  return (
    <>
      <p className="faint">
        Compared with {scores.expectedValueCount} expected{' '}
        {scores.expectedValueCount === 1 ? 'value' : 'values'}.
      </p>
      <DataTable
        label="Scores by profile"
        columns={profileColumns(nameOf)}
        rows={scores.profiles}
        keyOf={({ profileId }) => profileId}
        emptyText="No profiles yet"
      />
      <div className="score-view">
        <h3>By prompt</h3>
        <Segmented
          size="small"
          aria-label="Score view"
          value={view}
          options={['Chart', 'Table']}
          onChange={setView}
        />
      </div>
      {view === 'Chart' ? (
        <Suspense fallback={<div className="bone score-bone" />}>
          <ScoreChart rows={rows} profiles={names} />
        </Suspense>
      ) : (
        <DataTable
          label="Scores by prompt"
          columns={promptColumns(names)}
          rows={rows}
          keyOf={({ promptId }) => promptId}
          emptyText="No scores yet"
        />
      )}
    </>
  )
}

const profileColumns = (nameOf: (id: string) => string): readonly Column<ProfileScore>[] => [
  { key: 'name', title: 'Profile', render: ({ profileId }) => nameOf(profileId) },
  {
    key: 'right',
    title: 'Correct',
    align: 'right',
    sortBy: (score) => percentOf(score) ?? -1,
    render: (score) => <Percent score={score} />,
  },
  {
    key: 'cost',
    title: 'Cost',
    align: 'right',
    sortBy: (score) => score.dollars ?? -1,
    render: (score) => (score.dollars === null ? '-' : formatDollars(score.dollars)),
  },
  {
    key: 'time',
    title: 'Time per run',
    align: 'right',
    sortBy: (score) => score.seconds ?? -1,
    render: ({ seconds }) => (seconds === null ? '-' : formatDuration(seconds)),
  },
]

const promptColumns = (profiles: ReadonlyMap<string, string>): readonly Column<ScoreRow>[] => [
  { key: 'key', title: 'Prompt', render: ({ key }) => <span className="mono">{key}</span> },
  ...[...profiles].map(
    ([id, name]): Column<ScoreRow> => ({
      key: id,
      title: name,
      align: 'right',
      render: ({ scores }) => {
        const score = scores.get(id)
        return score ? <Percent score={score} /> : '-'
      },
    }),
  ),
]

function Percent({ score }: { readonly score: Pick<ProfileScore, 'checked' | 'right'> }) {
  const percent = percentOf(score)
  if (percent === undefined) return <span className="faint">no score</span>
  return (
    <span className="mono">
      {percent}% <span className="faint">({`${score.right} of ${score.checked}`})</span>
    </span>
  )
}
