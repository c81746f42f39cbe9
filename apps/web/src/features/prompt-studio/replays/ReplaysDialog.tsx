import { useQuery } from '@tanstack/react-query'
import { Modal, Select, Tabs } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import type { PromptDocument } from '../document.ts'
import { type EarlierRun, type RecordedRunsRequest, recordedRuns } from '../recorded-run.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { ReplayTable } from './ReplayTable.tsx'
import { SentInRun } from './SentInRun.tsx'
import './replays.css'

type Props = { readonly document: PromptDocument; readonly onClose: () => void }

/**
 * Replays earlier runs of a document from their records, and compares two of them value by value.
 */
export function ReplaysDialog({ document, onClose }: Props) {
  const { project, profiles } = useEditor()
  const [profileId, setProfileId] = useState(
    (profiles.find(({ isDefault }) => isDefault) ?? profiles[0])?.id ?? '',
  )
  const request = { projectId: project.id, documentId: document.id, profileId }
  const {
    data: runs,
    error,
    refetch,
  } = useQuery({ ...recordedRuns(request), enabled: profileId !== '' })

  return (
    <Modal open width={1000} title={`Runs for ${document.name}`} footer={null} onCancel={onClose}>
      <p className="faint">
        Runs are replayed from stored replies, without calling a model and at no cost.
      </p>
      <div className="replay-profile">
        <span aria-hidden="true">LLM profile</span>
        <Select
          aria-label="LLM profile"
          value={profileId}
          options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setProfileId}
        />
      </div>
      {error && (
        <FailureState
          error={error}
          fallback="Failed to load the runs"
          onRetry={() => void refetch()}
        />
      )}
      {!runs && !error && <div className="bone replay-bone" aria-busy="true" />}
      {runs?.length === 0 && (
        <p className="faint">This document has no runs with this profile yet.</p>
      )}
      {runs?.[0] && (
        <RunComparison key={profileId} request={request} runs={runs} newest={runs[0]} />
      )}
    </Modal>
  )
}

type ComparisonProps = {
  readonly request: RecordedRunsRequest
  readonly runs: readonly EarlierRun[]
  readonly newest: EarlierRun
}

const NONE = ''

function RunComparison({ request, runs, newest }: ComparisonProps) {
  const [run, setRun] = useState(newest.id)
  const [otherRun, setOtherRun] = useState(runs[1]?.id ?? NONE)
  const options = runs.map(({ id, createdAt, values }) => ({
    value: id,
    title: exactTime(createdAt),
    label: `${relativeTime(createdAt)} · ${values} ${values === 1 ? 'value' : 'values'}`,
  }))
  const comparedRun = otherRun === run ? NONE : otherRun

  return (
    <>
      <div className="replay-choice">
        <div>
          <span aria-hidden="true">Run</span>
          <Select aria-label="Run" value={run} options={options} onChange={setRun} />
        </div>
        <div>
          <span aria-hidden="true">Compare with</span>
          <Select
            aria-label="Compare with"
            value={comparedRun}
            options={[
              { value: NONE, label: 'None', title: '' },
              ...options.filter(({ value }) => value !== run),
            ]}
            onChange={setOtherRun}
          />
        </div>
      </div>
      <Tabs
        items={[
          {
            key: 'values',
            label: 'Values',
            children: (
              <ReplayTable
                request={request}
                run={run}
                otherRun={comparedRun === NONE ? undefined : comparedRun}
              />
            ),
          },
          {
            key: 'sent',
            label: 'Sent to providers',
            children: <SentInRun key={run} request={request} run={run} />,
          },
        ]}
      />
    </>
  )
}
