import { Button, Input } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePatchProject } from '../project.queries.ts'
import { useEditor } from '../state/editor-context.ts'

const words = {
  preamble: { title: 'Preamble', purpose: 'Said to the model before every prompt.' },
  postamble: { title: 'Postamble', purpose: 'Said to the model after every prompt.' },
} as const

/** A text that goes with every prompt. */
export function WordingPanel({ field }: { readonly field: keyof typeof words }) {
  const { project } = useEditor()
  const [text, setText] = useState(project[field])
  const patch = usePatchProject()
  const alerts = useAlerts()
  const { title, purpose } = words[field]

  function save() {
    patch.mutate(
      { id: project.id, changes: { [field]: text } },
      {
        onSuccess: () => alerts.success('Saved successfully'),
        onError: (refusal) => alerts.failed(refusal, 'Failed to update.'),
      },
    )
  }

  return (
    <>
      <div className="panel-head">
        <h3>{title}</h3>
        <p>{purpose}</p>
      </div>
      <Input.TextArea
        aria-label={title}
        autoSize={{ minRows: 8, maxRows: 20 }}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="panel-buttons">
        <Button
          type="primary"
          disabled={text === project[field]}
          loading={patch.isPending}
          onClick={save}
        >
          Save
        </Button>
      </div>
    </>
  )
}
