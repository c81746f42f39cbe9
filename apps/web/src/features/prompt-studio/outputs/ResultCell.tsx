import { ReloadOutlined } from '@ant-design/icons'
import type { LlmProfile } from '@recto/contract/profiles'
import type { PromptOutput } from '@recto/contract/prompt-outputs'
import type { CoveredPrompt } from '@recto/contract/prompts'
import { Button, Tooltip } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { isUnderWay, type RunState } from '../runs/run-queue.ts'
import { useRunState, useRuns } from '../runs/runs.tsx'
import { CopyOutput } from './CopyOutput.tsx'
import { OutputValue } from './OutputValue.tsx'
import { RunClock } from './RunClock.tsx'
import { Usage } from './Usage.tsx'
import './outputs.css'

type Props = {
  readonly prompt: CoveredPrompt
  readonly profile: LlmProfile
  readonly documentId: string
  readonly output: PromptOutput | undefined
}

/** What one profile made of one prompt on the selected document. */
export function ResultCell({ prompt, profile, documentId, output }: Props) {
  const { profile_id: profileId, profile_name } = profile
  const cell = { promptId: prompt.prompt_id, profileId, documentId }
  const state = useRunState(cell)
  const { start } = useRuns()
  const run = () => void start([cell])
  const label = `${prompt.prompt_key} under ${profile_name}`
  const isBusy = isUnderWay(state)

  return (
    <section className="result" aria-label={`Result of ${label}`} aria-busy={isBusy}>
      <div className="result-head">
        <span className="result-profile" title={profile_name}>
          {profile_name}
        </span>
        <Usage output={output} seconds={state?.kind === 'done' ? state.seconds : undefined} />
        {output?.output && <CopyOutput text={output.output} label={label} />}
        <Tooltip title={`Run with ${profile_name}`}>
          <Button
            type="text"
            size="small"
            className="result-run"
            aria-label={`Run ${label}`}
            icon={<ReloadOutlined />}
            disabled={isBusy}
            onClick={run}
          />
        </Tooltip>
      </div>
      <div className="result-body" data-stale={isBusy && output !== undefined}>
        {state?.kind === 'failed' && <RunFailure error={state.error} onRetry={run} />}
        {output && <OutputValue prompt={prompt} output={output} />}
        {!output && state?.kind !== 'failed' && <NoOutput isBusy={isBusy} />}
      </div>
      {isBusy && <RunProgress state={state} />}
    </section>
  )
}

const NoOutput = ({ isBusy }: { readonly isBusy: boolean }) =>
  isBusy ? <span className="bone result-bone" /> : <span className="faint">Yet to process</span>

function RunProgress({ state }: { readonly state: RunState | undefined }) {
  if (state?.kind === 'waiting') return <p className="result-progress">Waiting for its turn</p>
  if (state?.kind === 'indexing') {
    return (
      <p className="result-progress">
        Waiting until the document is indexed · <RunClock since={state.since} />
      </p>
    )
  }
  if (state?.kind !== 'running') return null
  return (
    <p className="result-progress">
      Reading the document · <RunClock since={state.since} />
    </p>
  )
}

type FailureProps = { readonly error: unknown; onRetry(): void }

function RunFailure({ error, onRetry }: FailureProps) {
  const words = 'Failed to generate prompt output'
  const reason = explain(error, error instanceof Error && error.message ? error.message : words)
  return (
    <div className="result-failure" role="alert">
      <p>
        <strong>{words}</strong>
        {reason !== words && <span>{reason}</span>}
      </p>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
