import {
  CheckCircleFilled,
  CheckOutlined,
  CloseCircleFilled,
  EditOutlined,
  ExclamationCircleFilled,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import {
  type ExpectedValue,
  expectedValueList,
  type ScoredValue,
  scoreKey,
  scores,
} from '../expected-value.queries.ts'
import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { useRunInputs } from '../state/editor-context.ts'
import { ExpectedValueDialog } from './ExpectedValueDialog.tsx'
import { useMarkAsCorrect } from './use-mark-as-correct.ts'
import './expected-values.css'

type Props = {
  readonly output: PromptOutput | undefined
  /** Whether a run is about to replace the output. */
  readonly isBusy: boolean
} & Omit<MarkProps, 'output'>

/**
 * Shows whether an output is right, and lets the user say so. Its space is reserved while there is
 * no output.
 */
export function ExpectedValueMark({ output, isBusy, ...props }: Props) {
  return output && !isBusy ? <Mark output={output} {...props} /> : <div className="truth" />
}

type MarkProps = {
  readonly prompt: Prompt
  readonly output: PromptOutput
  readonly documentId: string
  /** Label of the output. */
  readonly label: string
}

function Mark({ prompt, output, documentId, label }: MarkProps) {
  const projectId = useRunInputs().document?.projectId ?? ''
  const [isOpen, setOpen] = useState(false)
  const { data: expectedValues } = useQuery(expectedValueList(projectId))
  const expectedValue = expectedValues?.find(
    (candidate) => candidate.promptId === prompt.id && candidate.documentId === documentId,
  )
  const { markAsCorrect, isPending } = useMarkAsCorrect()
  const target = { projectId, promptId: prompt.id, documentId }

  return (
    <div className="truth">
      {expectedValue ? (
        <Verdict
          target={{ ...target, profileId: output.profileId }}
          expectedValue={expectedValue}
        />
      ) : (
        <Button
          type="text"
          size="small"
          icon={<CheckOutlined />}
          loading={isPending}
          aria-label={`Mark ${label} as correct`}
          onClick={() => void markAsCorrect({ ...target, value: output.value })}
        >
          Correct
        </Button>
      )}
      <Tooltip title={expectedValue ? 'Edit expected value' : 'Enter expected value'}>
        <Button
          type="text"
          size="small"
          icon={<EditOutlined />}
          aria-label={`Expected value for ${label}`}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {isOpen && (
        <ExpectedValueDialog
          target={target}
          name={prompt.key}
          expectedValue={expectedValue}
          defaultValue={output.value}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

const NO_VALUE = 'no value'

const Quote = ({ value }: { readonly value: string | null }) =>
  value === null ? NO_VALUE : <q>{value}</q>

type VerdictProps = {
  readonly target: ScoredValue & { readonly projectId: string }
  readonly expectedValue: ExpectedValue
}

/** Uses the server's comparison, which ignores the format of numbers and dates. */
function Verdict({ target, expectedValue }: VerdictProps) {
  const { data } = useQuery(scores(target.projectId))
  const { contradictedBy } = expectedValue
  if (contradictedBy) {
    return (
      <span className="truth-wrong">
        <ExclamationCircleFilled aria-hidden="true" /> Contradicted:{' '}
        <Quote value={expectedValue.value} /> or <Quote value={contradictedBy.value} />
      </span>
    )
  }
  const isRight = data?.isRight.get(scoreKey(target))
  if (isRight === undefined) return null
  return isRight ? (
    <span
      className="truth-right"
      title={`Expected value set by ${expectedValue.author ?? 'someone'}: ${expectedValue.value ?? NO_VALUE}`}
    >
      <CheckCircleFilled aria-hidden="true" /> Correct
    </span>
  ) : (
    <span className="truth-wrong">
      <CloseCircleFilled aria-hidden="true" /> Expected: <Quote value={expectedValue.value} />
    </span>
  )
}
