import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Tag } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { byKeys } from '../../../shared/layout/by-keys.ts'
import { type ChallengeStep, type LoggedChallenge, scoreOf, verdictOf } from '../challenge.ts'
import { chunksUsed } from '../output.queries.ts'
import type { PromptOutput } from '../output.ts'
import { useEditor } from '../state/editor-context.ts'
import './challenge.css'

type Props = {
  readonly log: LoggedChallenge
  readonly output: PromptOutput
  readonly documentId: string
  readonly onClose: () => void
}

/** Everything that was said while an answer was judged: the steps beside what one of them said. */
export function ChallengeDialog({ log, output, documentId, onClose }: Props) {
  const [shown, setShown] = useState(0)
  const context = useContextText(output, documentId)
  const items = [
    { title: 'Input Context', text: context.text, run: undefined },
    ...log.runs.map((run) => ({ title: run.title, text: pretty(run.result), run })),
  ]
  const item = items[shown] ?? items[0]

  return (
    <Modal
      open
      width="92vw"
      title="LLMChallenge Log"
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="challenge">
        <div className="challenge-steps">
          <p className="challenge-file" title={log.fileName}>
            {log.fileName}
          </p>
          <ol aria-label="Steps">
            {items.map(({ title, run }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a log is written once and never reordered
              <li key={place}>
                <button
                  type="button"
                  className="challenge-step"
                  aria-pressed={place === shown}
                  onClick={() => setShown(place)}
                >
                  <span>{title}</span>
                  {run && <Verdict run={run} />}
                </button>
              </li>
            ))}
          </ol>
          <Tokens output={output} />
        </div>
        <section className="challenge-text" aria-label="Selected step" {...byKeys}>
          <h3>{item?.title}</h3>
          {context.error && shown === 0 ? (
            <p role="alert">{explain(context.error, 'Failed to fetch the context')}</p>
          ) : (
            <pre className="mono">{item?.text}</pre>
          )}
        </section>
      </div>
    </Modal>
  )
}

/** What a run was worth; an extraction is judged by the run behind it. */
function Verdict({ run }: { readonly run: ChallengeStep }) {
  if (run.type === 'extraction') return run.isDone ? null : <Tag color="error">Failed</Tag>
  const score = scoreOf(run)
  const verdict = verdictOf(run)
  return (
    <span className="challenge-verdict">
      {score !== undefined && <span>Score: {score}</span>}
      <Tag color={verdict === 'Passed' ? 'success' : 'error'}>{verdict}</Tag>
    </span>
  )
}

const figures = new Intl.NumberFormat('en-US')
const count = (tokens: number | null) => (tokens === null ? '-' : figures.format(tokens))

function Tokens({ output: { usage } }: Pick<Props, 'output'>) {
  return (
    <dl className="challenge-tokens" aria-label="Tokens">
      <dt>Input tokens</dt>
      <dd>{count(usage.inputTokens)}</dd>
      <dt>Output tokens</dt>
      <dd>{count(usage.outputTokens)}</dd>
      <dt>Total tokens</dt>
      <dd>{count(usage.totalTokens)}</dd>
      <dt>Cost</dt>
      <dd>{usage.dollars === null ? '-' : `$${usage.dollars.toFixed(5)}`}</dd>
    </dl>
  )
}

function useContextText({ promptId, profileId, isSinglePass }: PromptOutput, documentId: string) {
  const { project } = useEditor()
  const asked = { projectId: project.id, promptId, profileId, documentId, isSinglePass }
  const { data, error } = useQuery(chunksUsed(asked))
  return { text: data ? data.join('\n') : 'Loading …', error }
}

/** Objects line by line; anything else as it was said. */
function pretty(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}
