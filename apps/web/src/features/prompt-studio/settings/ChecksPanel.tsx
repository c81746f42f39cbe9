import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type Check, maxChecks } from '@recto/contract/prompt-studio/checks'
import { Button, Input, Tooltip } from 'antd'
import { useEditor } from '../state/editor-context.ts'
import { PanelButtons } from './PanelButtons.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'
import '../../../shared/checks/checks.css'

/** Panel for the checks that the values of every document should satisfy. */
export function ChecksPanel() {
  const { project } = useEditor()
  const draft = useDraft('checks', project.checks)
  const { save, isPending } = useSaveSettings()
  const checks = draft.value
  const isFull = checks.length >= maxChecks
  // Names are edited here, so only its index identifies a row.
  const indexedChecks = checks.map((check, position) => ({ check, position }))
  const isWhole = checks.every(({ name, expression }) => name.trim() && expression.trim())

  const change = (position: number, changes: Partial<Check>) =>
    draft.change(
      checks.map((check, index) => (index === position ? { ...check, ...changes } : check)),
    )

  async function handleSave(base = draft.base) {
    const messages = { saved: 'Saved checks successfully', failed: 'Failed to save the checks' }
    if (await save({ checks: [...checks] }, messages, { checks: [...base] })) draft.discard()
  }

  return (
    <>
      <div className="panel-head">
        <h3>Checks</h3>
        <p>
          CEL expressions that must be true for the values of every document. Refer to fields by
          their keys, and to the columns of a list with a dot:{' '}
          <code>sum(items.amount) + tax == total</code>, <code>issued &lt;= due</code>,{' '}
          <code>asBefore(iban)</code>. Write a key that contains spaces as{' '}
          <code>fields["Invoice no."]</code>. A field that is matched to a lookup table has its row
          in <code>lookups.vendor.row.IBAN == iban</code>.
        </p>
        <Tooltip title={isFull && `A project can have up to ${maxChecks} checks`}>
          <Button
            icon={<PlusOutlined aria-hidden="true" />}
            disabled={isFull}
            onClick={() => draft.change([...checks, { name: '', expression: '', message: '' }])}
          >
            Add check
          </Button>
        </Tooltip>
      </div>
      {checks.length === 0 && (
        <p className="panel-note">
          No checks yet. A failed check marks its values as contradicted, and can send the document
          to review.
        </p>
      )}
      {indexedChecks.map(({ check, position }) => (
        <CheckRow
          key={position}
          check={check}
          position={position + 1}
          onChange={(changes) => change(position, changes)}
          onDelete={() => draft.change(checks.filter((_, index) => index !== position))}
        />
      ))}
      <PanelButtons
        panelName="Checks"
        draft={draft}
        isSaving={isPending}
        refusal={isWhole ? undefined : 'Each check needs a name and an expression.'}
        describe={describe}
        onSave={handleSave}
      />
    </>
  )
}

type RowProps = {
  readonly check: Check
  /** One-based position. */
  readonly position: number
  onChange(changes: Partial<Check>): void
  onDelete(): void
}

function CheckRow({
  check: { name, expression, message },
  position,
  onChange,
  onDelete,
}: RowProps) {
  return (
    <div className="check-row">
      <div className="check-row-head">
        <Input
          aria-label={`Name of check ${position}`}
          placeholder="Name"
          maxLength={100}
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Button
          type="text"
          aria-label={`Delete check ${position}`}
          icon={<DeleteOutlined />}
          onClick={onDelete}
        />
      </div>
      <Input.TextArea
        className="mono"
        aria-label={`Expression for check ${position}`}
        placeholder="net + tax == total"
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={2000}
        spellCheck={false}
        value={expression}
        onChange={({ target }) => onChange({ expression: target.value })}
      />
      <Input
        aria-label={`Message for check ${position}`}
        placeholder="Message shown when the check fails"
        maxLength={300}
        value={message}
        onChange={({ target }) => onChange({ message: target.value })}
      />
    </div>
  )
}

const describe = (checks: readonly Check[]) =>
  checks.map(({ name, expression }) => `${name}: ${expression}`).join('\n')
