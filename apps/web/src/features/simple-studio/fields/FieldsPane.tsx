import { CodeOutlined, PlayCircleOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Tabs, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import {
  CombinedOutput,
  type Pane,
  type PromptOutput,
  useChangeEditorSearch,
  useEditor,
  useEditorSearch,
} from '../../prompt-studio/prompt-studio.port.ts'
import { FieldCard } from './FieldCard.tsx'
import { useFieldRuns } from './field-runs.tsx'
import { NewFieldForm } from './NewFieldForm.tsx'

type Props = { readonly simpleId: string; readonly outputs: readonly PromptOutput[] }

/** The left column: the fields with their values, or all values as one JSON object. */
export function FieldsPane({ simpleId, outputs }: Props) {
  const { document } = useEditor()
  const { pane } = useEditorSearch()
  const changeSearch = useChangeEditorSearch()
  return (
    <section className="pane" aria-label="Fields">
      <div className="pane-bar">
        <Tabs
          size="small"
          className="pane-tabs"
          activeKey={pane}
          items={[
            { key: 'prompts', label: iconTab('Fields', <UnorderedListOutlined />) },
            { key: 'combined', label: iconTab('Combined Output', <CodeOutlined />) },
          ]}
          onChange={(key) => changeSearch({ pane: key as Pane })}
        />
        <RunAll />
      </div>
      {pane === 'combined' && document ? (
        <CombinedOutput documentId={document.id} />
      ) : (
        <FieldList simpleId={simpleId} outputs={outputs} />
      )}
    </section>
  )
}

const iconTab = (title: string, icon: ReactNode) => (
  <Tooltip title={title}>
    <span role="img" aria-label={title} className="simple-tab">
      {icon}
    </span>
  </Tooltip>
)

/** Runs every field on every document. */
function RunAll() {
  const { project, documents } = useEditor()
  const { run, count } = useFieldRuns()
  const fields = project.prompts.filter(({ isNote }) => !isNote)
  const ids = documents.map(({ id }) => id)
  return (
    <Button
      size="small"
      icon={<PlayCircleOutlined />}
      loading={count > 0}
      disabled={fields.length === 0 || ids.length === 0}
      onClick={() => void run(fields, ids)}
    >
      {count > 0 ? `Running ${count}` : 'Run all'}
    </Button>
  )
}

function FieldList({ simpleId, outputs }: Props) {
  const { project } = useEditor()
  const fields = project.prompts.filter(({ isNote }) => !isNote)
  return (
    <div className="pane-body prompt-list">
      {fields.length === 0 && (
        <div className="simple-first">
          <h2 className="simple-first-title">What do you want to extract?</h2>
          <p className="faint">
            Add a field: name the value and describe in plain words what to look for.
          </p>
        </div>
      )}
      {fields.map((field) => (
        <FieldCard
          key={field.id}
          simpleId={simpleId}
          field={field}
          output={outputs.find(({ promptId }) => promptId === field.id)}
        />
      ))}
      <NewFieldForm simpleId={simpleId} />
    </div>
  )
}
