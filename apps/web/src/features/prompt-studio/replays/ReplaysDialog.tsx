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
  const of = { projectId: project.id, documentId: document.id, profileId }
  const {
    data: runs,
    error,
    refetch,
  } = useQuery({ ...recordedRuns(of), enabled: profileId !== '' })

  return (
    <Modal open width={1000} title={`Runs of ${document.name}`} footer={null} onCancel={onClose}>
      <p className="faint">
        Answered again from the replies that are kept. No model is asked, and nothing is paid.
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
          fallback="Failed to get the runs"
          onRetry={() => void refetch()}
        />
      )}
      {!runs && !error && <div className="bone replay-bone" aria-busy="true" />}
      {runs?.length === 0 && (
        <p className="faint">Nothing was run on this document under this profile yet.</p>
      )}
      {runs?.[0] && <Chosen key={profileId} of={of} runs={runs} newest={runs[0]} />}
    </Modal>
  )
}

type ChosenProps = {
  readonly of: RecordedRunsRequest
  readonly runs: readonly EarlierRun[]
  readonly newest: EarlierRun
}

const NONE = ''

function Chosen({ of, runs, newest }: ChosenProps) {
  const [run, setRun] = useState(newest.id)
  const [other, setOther] = useState(runs[1]?.id ?? NONE)
  const options = runs.map(({ id, at, values }) => ({
    value: id,
    title: exactTime(at),
    label: `${relativeTime(at)} · ${values} ${values === 1 ? 'value' : 'values'}`,
  }))
  const against = other === run ? NONE : other

  return (
    <>
      <div className="replay-choice">
        <div>
          <span aria-hidden="true">Run</span>
          <Select aria-label="Run" value={run} options={options} onChange={setRun} />
        </div>
        <div>
          <span aria-hidden="true">Compared with</span>
          <Select
            aria-label="Compared with"
            value={against}
            options={[
              { value: NONE, label: 'No other run', title: '' },
              ...options.filter(({ value }) => value !== run),
            ]}
            onChange={setOther}
          />
        </div>
      </div>
      <Tabs
        items={[
          {
            key: 'values',
            label: 'Values',
            children: (
              <ReplayTable of={of} run={run} other={against === NONE ? undefined : against} />
            ),
          },
          {
            key: 'sent',
            label: 'What left the house',
            children: <SentInRun key={run} of={of} run={run} />,
          },
        ]}
      />
    </>
  )
}
