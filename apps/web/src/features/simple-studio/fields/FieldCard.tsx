import { DeleteOutlined, LoadingOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { Button, Input, Tooltip } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import {
  OutputValue,
  type Prompt,
  type PromptOutput,
  useEditor,
} from '../../prompt-studio/prompt-studio.port.ts'
import { useChangeField, useDeleteField } from '../simple-studio.queries.ts'
import { useFieldRuns } from './field-runs.tsx'

type Props = {
  readonly simpleId: string
  readonly field: Prompt
  readonly output: PromptOutput | undefined
}

/** A field: its name, its prompt, and its value in the displayed document. */
export function FieldCard({ simpleId, field, output }: Props) {
  const { document } = useEditor()
  const { run, isRunning } = useFieldRuns()
  const { draft, change, save } = useDraft({ simpleId, field })
  const name = field.key
  const isBusy = isRunning(field.id, document?.id)

  async function readAll() {
    if (!document) return
    if (await save()) await run([{ ...field, ...draft }], [document.id])
    // The run reports what is missing before it sends a request.
    else await run([{ id: field.id, ...draft }], [document.id])
  }

  return (
    <article className="prompt-card simple-field" aria-label={name}>
      <header>
        <Input
          variant="borderless"
          className="mono simple-field-name"
          aria-label={`Name of ${name}`}
          maxLength={255}
          value={draft.key}
          onChange={({ target }) => change({ key: target.value })}
          onBlur={() => void save()}
        />
        <Tooltip title="Run on this document">
          <Button
            type="text"
            size="small"
            aria-label={`Run ${name}`}
            icon={isBusy ? <LoadingOutlined /> : <PlayCircleOutlined />}
            disabled={isBusy || !document}
            onClick={() => void readAll()}
          />
        </Tooltip>
        <DeleteField simpleId={simpleId} field={field} />
      </header>
      <Input.TextArea
        variant="borderless"
        className="simple-field-text"
        aria-label={`Prompt for ${name}`}
        autoSize={{ minRows: 1, maxRows: 10 }}
        maxLength={10_000}
        value={draft.text}
        onChange={({ target }) => change({ text: target.value })}
        onBlur={() => void save()}
      />
      <section className="simple-field-value" aria-label={`Value for ${name}`} aria-busy={isBusy}>
        <Value field={field} output={output} isBusy={isBusy} />
      </section>
    </article>
  )
}

type ValueProps = Omit<Props, 'simpleId'> & { readonly isBusy: boolean }

function Value({ field, output, isBusy }: ValueProps) {
  if (output) return <OutputValue prompt={field} output={output} />
  return <span className="faint">{isBusy ? 'Answering…' : 'Yet to process'}</span>
}

type Draft = Pick<Prompt, 'key' | 'text'>

/** Manages the typed text until it is stored; empty fields are not stored. */
function useDraft({ simpleId, field }: Omit<Props, 'output'>) {
  const [typedValues, setDraft] = useState<Partial<Draft>>({})
  const { mutateAsync: store } = useChangeField()
  const alerts = useAlerts()
  const draft: Draft = { key: field.key, text: field.text, ...typedValues }

  async function save(): Promise<boolean> {
    if (draft.key.trim() === '' || draft.text.trim() === '') return false
    if (draft.key === field.key && draft.text === field.text) return true
    try {
      await store({ projectId: simpleId, id: field.id, name: draft.key, text: draft.text })
      setDraft({})
      return true
    } catch (error) {
      alerts.showError(error, 'The field could not be saved')
      return false
    }
  }

  return {
    draft,
    save,
    change: (changes: Partial<Draft>) => setDraft({ ...typedValues, ...changes }),
  }
}

function DeleteField({ simpleId, field }: Omit<Props, 'output'>) {
  const { mutateAsync: remove, isPending } = useDeleteField()
  const alerts = useAlerts()
  return (
    <Tooltip title="Delete">
      <Button
        type="text"
        size="small"
        aria-label={`Delete ${field.key}`}
        icon={<DeleteOutlined />}
        loading={isPending}
        onClick={() =>
          remove({ projectId: simpleId, id: field.id }).catch((error: unknown) =>
            alerts.showError(error, 'The field could not be deleted'),
          )
        }
      />
    </Tooltip>
  )
}
