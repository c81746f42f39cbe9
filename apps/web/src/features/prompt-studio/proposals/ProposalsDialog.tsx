import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { PromptDocument } from '../document.ts'
import { proposals, useAcceptFields } from '../proposal.queries.ts'
import type { Proposal } from '../proposal.ts'
import { listCells } from '../runs/list-cells.ts'
import { useRunRefusal, useRuns } from '../runs/runs.tsx'
import { useEditor } from '../state/editor-context.ts'
import { ProposalRow } from './ProposalRow.tsx'
import './proposals.css'

type Props = { readonly document: PromptDocument; onClose(): void }

/**
 * Fields that a document suggests, with the values found for them. A field that is accepted alone stays in
 * the list and is marked; accepting all of them shows their values in the project.
 */
export function ProposalsDialog({ document, onClose }: Props) {
  const { project } = useEditor()
  const { data, error } = useQuery(proposals(project.id, document.id))
  const { accept, isAccepting } = useAccept()
  const { run, canRun } = useRunPrompts(document)
  const keys = new Set(project.prompts.map(({ key }) => key))
  const fields = data?.fields ?? []
  const open = fields.filter(({ key }) => !keys.has(key))

  async function acceptAll() {
    const promptIds = await accept(open)
    if (!promptIds) return
    onClose()
    if (canRun) run(promptIds)
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
            {open.length === 0
              ? 'All accepted'
              : `${canRun ? 'Accept and run' : 'Accept'} all ${open.length}`}
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
            Found by the built-in extractor, without a model.{' '}
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

function useAccept() {
  const { project } = useEditor()
  const { mutateAsync, isPending } = useAcceptFields()
  const alerts = useAlerts()

  /** Returns the ids of the prompts that were made, or nothing if it was refused. */
  async function accept(fields: readonly Proposal[]): Promise<readonly string[] | undefined> {
    try {
      const { promptIds, takenKeys } = await mutateAsync({ projectId: project.id, fields })
      if (takenKeys.length > 0) alerts.warn(`Already in the project: ${takenKeys.join(', ')}`)
      return promptIds
    } catch (refusal) {
      alerts.showError(refusal, 'Failed to add')
      return undefined
    }
  }
  return { accept, isAccepting: isPending }
}

/** Runs prompts on one document under every profile, if anything can be run. */
function useRunPrompts({ id: documentId }: PromptDocument) {
  const { profiles } = useEditor()
  const { start } = useRuns()
  const canRun = useRunRefusal() === undefined && profiles.length > 0
  const profileIds = profiles.map(({ id }) => id)

  return {
    canRun,
    run: (promptIds: readonly string[]) =>
      void start(listCells({}, { promptIds, profileIds, documentIds: [documentId] })),
  }
}
