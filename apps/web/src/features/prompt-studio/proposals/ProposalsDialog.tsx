import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { PromptDocument } from '../document.ts'
import { proposals, useAcceptFields } from '../proposal.queries.ts'
import type { Proposal } from '../proposal.ts'
import { useEditor } from '../state/editor-context.ts'
import { ProposalRow } from './ProposalRow.tsx'
import './proposals.css'

type Props = { readonly document: PromptDocument; onClose(): void }

/**
 * Fields that a document suggests, with the values found for them, which are kept with the fields that are
 * accepted. A field that is accepted alone stays in the list and is marked; accepting all of them closes it.
 */
export function ProposalsDialog({ document, onClose }: Props) {
  const { project } = useEditor()
  const { data, error } = useQuery(proposals(project.id, document.id))
  const { accept, isAccepting } = useAccept(document)
  const keys = new Set(project.prompts.map(({ key }) => key))
  const fields = data?.fields ?? []
  const open = fields.filter(({ key }) => !keys.has(key))

  async function acceptAll() {
    if (await accept(open)) onClose()
  }

  return (
    <Modal
      open
      width={760}
      title={`Suggested fields for ${document.name}`}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          Close
        </Button>,
        fields.length > 0 && (
          <Button
            key="all"
            type="primary"
            loading={isAccepting}
            disabled={open.length === 0}
            onClick={() => void acceptAll()}
          >
            {open.length === 0 ? 'All accepted' : `Accept all ${open.length}`}
          </Button>
        ),
      ]}
    >
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(error, 'Failed to suggest fields')}
        />
      )}
      {!data && !error && <div className="bone panel-bone" aria-busy="true" />}
      {data && fields.length === 0 && <NothingFound knownCount={data.knownCount} />}
      {fields.length > 0 && (
        <>
          <p className="faint proposals-note">
            Found by the built-in extractor, without a model. Accepted values are kept until a run
            replaces them.{' '}
            {data?.knownCount ? `${countOf(data.knownCount)} already in the project.` : ''}
          </p>
          <ul className="proposals">
            {fields.map((field) => (
              <ProposalRow
                key={field.key}
                field={field}
                isAccepted={keys.has(field.key)}
                isBusy={isAccepting}
                onAccept={() => void accept([field])}
              />
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}

const countOf = (count: number) => (count === 1 ? '1 more is' : `${count} more are`)

function NothingFound({ knownCount }: { readonly knownCount: number }) {
  return (
    <p role="status">
      {knownCount > 0
        ? 'No new fields found. The project already has a prompt for every field in this document.'
        : 'No fields found, because no value in this document has a label. Write a prompt instead.'}
    </p>
  )
}

function useAccept({ id: documentId }: PromptDocument) {
  const { project } = useEditor()
  const { mutateAsync, isPending } = useAcceptFields()
  const alerts = useAlerts()

  /** Returns whether the fields were accepted. */
  async function accept(fields: readonly Proposal[]): Promise<boolean> {
    try {
      const { takenKeys } = await mutateAsync({ projectId: project.id, documentId, fields })
      if (takenKeys.length > 0) alerts.warn(`Already in the project: ${takenKeys.join(', ')}`)
      return true
    } catch (refusal) {
      alerts.showError(refusal, 'Failed to add')
      return false
    }
  }
  return { accept, isAccepting: isPending }
}
