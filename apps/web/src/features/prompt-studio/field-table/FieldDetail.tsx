import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import { useExpectedValueForm } from '../expected-values/use-expected-value-form.tsx'
import type { PromptOutput } from '../output.ts'
import { PromptEditor } from '../prompts/PromptEditor.tsx'
import { PromptKey } from '../prompts/PromptKey.tsx'
import { PromptMenu } from '../prompts/PromptMenu.tsx'
import { PromptText } from '../prompts/PromptText.tsx'
import { useRunInputs } from '../state/editor-context.ts'
import { isLongValue } from './edited-text.ts'
import type { FieldRow } from './field-rows.ts'
import { useTableState, useTableStore } from './table-store.ts'
import { useFieldActions } from './use-field-actions.ts'

type Props = {
  readonly row: FieldRow
  readonly outputs: readonly PromptOutput[]
  readonly isNew: boolean
}

/** The editor of a prompt below its row, with its values in full. */
export function FieldDetail({ row, outputs, isNew }: Props) {
  const { prompt } = row
  const isEdited = useTableState(({ editedId }) => editedId === prompt.id) && isLongValue(row)
  return (
    <section
      className="field-detail prompt-card"
      aria-label={`Details of ${prompt.key}`}
      data-prompt={prompt.id}
      data-active={prompt.isActive}
    >
      {prompt.isNote ? (
        <div className="prompt-head">
          <PromptKey prompt={prompt} isNew={isNew} />
          <PromptText prompt={prompt} />
          <div className="prompt-actions">
            <PromptMenu prompt={prompt} />
            <CloseDetail row={row} />
          </div>
        </div>
      ) : (
        <PromptEditor
          prompt={prompt}
          outputs={outputs}
          isNew={isNew}
          controls={<CloseDetail row={row} />}
        >
          {isEdited && <LongValueForm key={row.documentId} row={row} />}
        </PromptEditor>
      )}
    </section>
  )
}

function CloseDetail({ row }: { readonly row: FieldRow }) {
  const store = useTableStore()
  const { focusRow } = useFieldActions()
  function close() {
    store.open(undefined)
    focusRow(row, 'same')
  }
  return (
    <Button
      type="text"
      size="small"
      className="prompt-collapse"
      aria-label={`Close the details of ${row.prompt.key}`}
      icon={<CloseOutlined />}
      onClick={close}
    />
  )
}

/** Edits an expected value that does not fit in a line. */
function LongValueForm({ row }: { readonly row: FieldRow }) {
  const { prompt, expectedValue, output } = row
  const { document } = useRunInputs()
  const store = useTableStore()
  const { focusRow } = useFieldActions()
  const titleId = useId()
  function close() {
    store.edit(undefined)
    focusRow(row, 'same')
  }
  const { fields, buttons } = useExpectedValueForm({
    target: {
      projectId: document?.projectId ?? '',
      promptId: prompt.id,
      documentId: document?.id ?? '',
    },
    expectedValue,
    defaultValue: output?.value ?? null,
    onClose: close,
  })
  return (
    <section className="field-long-value" aria-labelledby={titleId}>
      <h3 id={titleId}>Expected value</h3>
      {fields}
      <div className="field-long-buttons">
        <Button onClick={close}>Cancel</Button>
        {buttons}
      </div>
    </section>
  )
}
