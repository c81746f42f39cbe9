import { PlusOutlined } from '@ant-design/icons'
import { maxProfiles } from '@recto/contract/prompt-studio/profiles'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeleteProfile } from '../profile.queries.ts'
import type { LlmProfile } from '../profile.ts'
import { useRunInputs } from '../state/editor-context.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileTable } from './ProfileTable.tsx'

type OpenView =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'delete'; readonly profile: LlmProfile }

/**
 * Lists the profiles of the project: the adapters and settings with which its prompts are answered.
 */
export function ProfilePanel() {
  const { allProfiles: profiles } = useRunInputs()
  const [openView, setOpenView] = useState<OpenView>()
  const close = () => setOpenView(undefined)
  const isFull = profiles.length >= maxProfiles

  if (openView?.kind === 'new') return <ProfileForm onClose={close} />
  if (openView?.kind === 'edit') return <ProfileForm profile={openView.profile} onClose={close} />
  return (
    <>
      <div className="panel-head">
        <h3>LLM Profiles</h3>
        <p>Each profile answers every prompt, and the results are shown side by side.</p>
        <Tooltip title={isFull && `Max profile count(${maxProfiles})`}>
          <Button
            type="primary"
            icon={<PlusOutlined />}
            disabled={isFull}
            onClick={() => setOpenView({ kind: 'new' })}
          >
            Add New LLM Profile
          </Button>
        </Tooltip>
      </div>
      <ProfileTable
        profiles={profiles}
        onEdit={(profile) => setOpenView({ kind: 'edit', profile })}
        onDelete={(profile) => setOpenView({ kind: 'delete', profile })}
      />
      {openView?.kind === 'delete' && <DeleteProfile profile={openView.profile} onClose={close} />}
    </>
  )
}

type DeleteProps = { readonly profile: LlmProfile; readonly onClose: () => void }

function DeleteProfile({ profile, onClose }: DeleteProps) {
  const { mutateAsync: deleteProfile } = useDeleteProfile()
  const alerts = useAlerts()

  async function handleConfirm() {
    await deleteProfile(profile.id)
    alerts.success('Deleted successfully')
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${profile.name}?`}
      okText="Delete"
      fallback="Failed to delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      Its results are also deleted.
    </ConfirmDialog>
  )
}
