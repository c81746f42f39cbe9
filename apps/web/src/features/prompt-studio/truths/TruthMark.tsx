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
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { useRunFacts } from '../state/editor-context.ts'
import {
  type ScoredValue,
  scoreKey,
  scores,
  type Truth,
  truthList,
  useSaveTruth,
} from '../truth.queries.ts'
import { TruthDialog } from './TruthDialog.tsx'
import './truths.css'

type Props = {
  readonly output: PromptOutput | undefined
  /** Whether a run is about to replace the output. */
  readonly isBusy: boolean
} & Omit<MarkProps, 'output'>

/**
 * Shows whether an output is right, and lets the user say so. Its space is reserved while there is
 * no output.
 */
export function TruthMark({ output, isBusy, ...props }: Props) {
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
  const projectId = useRunFacts().document?.projectId ?? ''
  const [isOpen, setOpen] = useState(false)
  const { data: truths } = useQuery(truthList(projectId))
  const truth = truths?.find((one) => one.promptId === prompt.id && one.documentId === documentId)
  const { mutate: save, isPending } = useSaveTruth()
  const alerts = useAlerts()
  const of = { projectId, promptId: prompt.id, documentId }
  const confirm = () =>
    save(
      { ...of, value: output.value },
      { onError: (error) => alerts.failed(error, 'Failed to mark the output') },
    )

  return (
    <div className="truth">
      {truth ? (
        <Verdict of={{ ...of, profileId: output.profileId }} truth={truth} />
      ) : (
        <Button
          type="text"
          size="small"
          icon={<CheckOutlined />}
          loading={isPending}
          aria-label={`Mark ${label} as right`}
          onClick={confirm}
        >
          Right
        </Button>
      )}
      <Tooltip title={truth ? 'Change the right value' : 'Say what is right'}>
        <Button
          type="text"
          size="small"
          icon={<EditOutlined />}
          aria-label={`Right value for ${label}`}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {isOpen && (
        <TruthDialog
          of={of}
          name={prompt.key}
          truth={truth}
          usual={output.value}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

type VerdictProps = {
  readonly of: ScoredValue & { readonly projectId: string }
  readonly truth: Truth
}

/** Uses the server's comparison, which ignores the format of numbers and dates. */
function Verdict({ of, truth }: VerdictProps) {
  const { data } = useQuery(scores(of.projectId))
  const { contradictedBy } = truth
  if (contradictedBy) {
    return (
      <span className="truth-wrong">
        <ExclamationCircleFilled aria-hidden="true" /> Contradicted:{' '}
        <q>{truth.value ?? 'nothing'}</q> or <q>{contradictedBy.value ?? 'nothing'}</q>
      </span>
    )
  }
  const isRight = data?.isRight.get(scoreKey(of))
  if (isRight === undefined) return null
  const said = truth.value ?? 'nothing'
  return isRight ? (
    <span className="truth-right" title={`${truth.by ?? 'Somebody'} says: ${said}`}>
      <CheckCircleFilled aria-hidden="true" /> Right
    </span>
  ) : (
    <span className="truth-wrong">
      <CloseCircleFilled aria-hidden="true" /> Should be <q>{said}</q>
    </span>
  )
}
