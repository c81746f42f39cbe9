import { isContainer } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Tag } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { keyboardScrollable } from '../../../shared/layout/keyboard-scrollable.ts'
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

/** Shows how an answer was challenged: the list of steps next to the text of the selected one. */
export function ChallengeDialog({ log, output, documentId, onClose }: Props) {
  const [selectedIndex, setSelectedIndex] = useState(0)
  const context = useContextText(output, documentId)
  const items = [
    { title: 'Input Context', text: context.text, run: undefined },
    ...log.runs.map((run) => ({ title: run.title, text: formatResult(run.result), run })),
  ]
  const item = items[selectedIndex] ?? items[0]

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
            {items.map(({ title, run }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a log is written once and never reordered
              <li key={index}>
                <button
                  type="button"
                  className="challenge-step"
                  aria-pressed={index === selectedIndex}
                  onClick={() => setSelectedIndex(index)}
                >
                  <span>{title}</span>
                  {run && <Verdict run={run} />}
                </button>
              </li>
            ))}
          </ol>
          <Tokens output={output} />
        </div>
        <section className="challenge-text" aria-label="Selected step" {...keyboardScrollable}>
          <h3>{item?.title}</h3>
          {context.error && selectedIndex === 0 ? (
            <p role="alert">{explain(context.error, 'Failed to fetch the context')}</p>
          ) : (
            <pre className="mono">{item?.text}</pre>
          )}
        </section>
      </div>
    </Modal>
  )
}

/**
 * Shows the score and verdict of a step. An extraction has none, as the following step judges it.
 */
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

const numberFormat = new Intl.NumberFormat('en-US')
const formatCount = (tokens: number | null) => (tokens === null ? '-' : numberFormat.format(tokens))

function Tokens({ output: { usage } }: Pick<Props, 'output'>) {
  return (
    <dl className="challenge-tokens" aria-label="Tokens">
      <dt>Input tokens</dt>
      <dd>{formatCount(usage.inputTokens)}</dd>
      <dt>Output tokens</dt>
      <dd>{formatCount(usage.outputTokens)}</dd>
      <dt>Total tokens</dt>
      <dd>{formatCount(usage.totalTokens)}</dd>
      <dt>Cost</dt>
      <dd>{usage.dollars === null ? '-' : `$${usage.dollars.toFixed(5)}`}</dd>
    </dl>
  )
}

function useContextText({ promptId, profileId, isSinglePass }: PromptOutput, documentId: string) {
  const { project } = useEditor()
  const outputRef = { projectId: project.id, promptId, profileId, documentId, isSinglePass }
  const { data, error } = useQuery(chunksUsed(outputRef))
  return { text: data ? data.join('\n') : 'Loading…', error }
}

/** Indents JSON objects; returns any other text unchanged. */
function formatResult(text: string): string {
  try {
    const value = parseExactJson(text)
    return isContainer(value) ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}
