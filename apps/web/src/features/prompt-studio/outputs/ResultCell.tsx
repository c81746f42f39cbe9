import { ReloadOutlined, StopOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { exactTime } from '../../../shared/browser/time.ts'
import { EscalationTag } from '../../../shared/escalation/EscalationTag.tsx'
import { ChallengeButton } from '../challenge/ChallengeButton.tsx'
import { ExpectedValueMark } from '../expected-values/ExpectedValueMark.tsx'
import type { PromptOutput } from '../output.ts'
import type { LlmProfile } from '../profile.ts'
import type { Prompt } from '../prompt.ts'
import { isInProgress, type RunState } from '../runs/run-board.ts'
import { useReasonNotToRun, useRunState, useRuns } from '../runs/runs.tsx'
import { ChunksButton } from './ChunksButton.tsx'
import { CopyOutput } from './CopyOutput.tsx'
import { ListWarnings } from './ListWarnings.tsx'
import { OutputValue } from './OutputValue.tsx'
import { RunClock } from './RunClock.tsx'
import { RunEverywhere } from './RunEverywhere.tsx'
import { StaleTag, SuggestedTag } from './StaleTag.tsx'
import { Usage } from './Usage.tsx'
import './outputs.css'

type Props = {
  readonly prompt: Prompt
  readonly profile: LlmProfile
  readonly documentId: string
  readonly output: PromptOutput | undefined
}

/** Shows the output of a prompt under one profile on the selected document. */
export function ResultCell({ prompt, profile, documentId, output }: Props) {
  const cell = { promptId: prompt.id, profileId: profile.id, documentId }
  const state = useRunState(cell)
  const { start, cancel, isInSinglePass } = useRuns()
  const run = () => void start([cell])
  const label = `${prompt.key} with ${profile.name}`
  const isBusy = isInProgress(state)
  const reasonNotToRun = useReasonNotToRun()

  return (
    <section className="result" aria-label={`Result for ${label}`} aria-busy={isBusy}>
      <div className="result-head">
        <span className="result-profile" title={profile.name}>
          {profile.name}
        </span>
        {output && (
          <OutputActions
            prompt={prompt}
            profile={profile}
            documentId={documentId}
            output={output}
            label={label}
          />
        )}
        <RunEverywhere cell={cell} label={label} />
        <ChallengeButton output={output} label={label} documentId={documentId} />
        {isBusy ? (
          <Tooltip title="Cancel">
            <Button
              type="text"
              size="small"
              aria-label={`Cancel ${label}`}
              icon={<StopOutlined />}
              onClick={() => void cancel(cell)}
            />
          </Tooltip>
        ) : (
          <Tooltip title={reasonNotToRun ?? `Run with ${profile.name}`}>
            <Button
              type="text"
              size="small"
              className="result-run"
              aria-label={`Run ${label}`}
              aria-description={reasonNotToRun}
              disabled={reasonNotToRun !== undefined}
              icon={<ReloadOutlined />}
              onClick={run}
            />
          </Tooltip>
        )}
      </div>
      <div className="result-body" data-being-replaced={isBusy && output !== undefined}>
        {state?.kind === 'failed' && (
          <RunFailure
            error={state.error}
            isInSinglePass={isInSinglePass(prompt.id)}
            onRetry={run}
          />
        )}
        <EarlierRun output={output} state={state} />
        {output && <ListWarnings warnings={output.warnings} label={label} />}
        {output && <OutputValue prompt={prompt} output={output} />}
        {!output && state?.kind !== 'failed' && <NoOutput isBusy={isBusy} />}
      </div>
      <ExpectedValueMark
        prompt={prompt}
        documentId={documentId}
        output={output}
        label={label}
        isBusy={isBusy}
      />
      <p className="result-foot">
        {isBusy ? <RunStatus state={state} /> : <OutputUsage output={output} state={state} />}
        {!isBusy && output?.escalation && (
          <EscalationTag escalation={output.escalation} label={label} />
        )}
      </p>
    </section>
  )
}

type ActionProps = Props & { readonly output: PromptOutput; readonly label: string }

function OutputActions({ prompt, profile, documentId, output, label }: ActionProps) {
  return (
    <>
      {output.isSuggested && <SuggestedTag />}
      <StaleTag changes={output.stale} />
      <ChunksButton prompt={prompt} profile={profile} documentId={documentId} />
      {output.value && prompt.type !== 'table' && <CopyOutput text={output.value} label={label} />}
    </>
  )
}

/** Says that the value is of an earlier run, if the last one has failed. */
function EarlierRun({ output, state }: OutputUsageProps) {
  if (!output || state?.kind !== 'failed') return null
  return <p className="result-earlier">From an earlier run, {exactTime(output.extractedAt)}</p>
}

type OutputUsageProps = Pick<Props, 'output'> & { readonly state: RunState | undefined }

const OutputUsage = ({ output, state }: OutputUsageProps) => (
  <Usage output={output} seconds={state?.kind === 'done' ? state.seconds : undefined} />
)

const NoOutput = ({ isBusy }: { readonly isBusy: boolean }) =>
  isBusy ? <span className="bone result-bone" /> : <span className="faint">Yet to process</span>

const runningLabels = {
  turn: 'Running',
  document: 'Reading the document',
  model: 'Waiting for the model',
} as const

function RunStatus({ state }: { readonly state: RunState | undefined }) {
  if (state?.kind !== 'running') return 'Queued'
  return (
    <>
      {runningLabels[state.waitsFor ?? 'turn']} · <RunClock since={state.since} />
    </>
  )
}

type FailureProps = {
  readonly error: unknown
  readonly isInSinglePass: boolean
  onRetry(): void
}

function RunFailure({ error, isInSinglePass, onRetry }: FailureProps) {
  const title = isInSinglePass
    ? 'Failed to run single pass extraction'
    : 'Failed to generate prompt output'
  const reason = explain(error, error instanceof Error && error.message ? error.message : title)
  return (
    <div className="result-failure" role="alert">
      <p>
        <strong>{title}</strong>
        {reason !== title && <span>{reason}</span>}
      </p>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
