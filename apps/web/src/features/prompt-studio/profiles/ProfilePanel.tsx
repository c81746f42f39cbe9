import { PlusOutlined } from '@ant-design/icons'
import { maxProfiles } from '@recto/contract/profiles'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeleteProfile } from '../profile.queries.ts'
import type { LlmProfile } from '../profile.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileTable } from './ProfileTable.tsx'
import { useAllProfiles } from './use-all-profiles.ts'

type Opened =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'delete'; readonly profile: LlmProfile }

/** The profiles of the project: with which adapters, and how, its prompts are answered. */
export function ProfilePanel() {
  const profiles = useAllProfiles()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const isFull = profiles.length >= maxProfiles

  if (opened?.what === 'new') return <ProfileForm onClose={close} />
  if (opened?.what === 'edit') return <ProfileForm profile={opened.profile} onClose={close} />
  return (
    <>
      <div className="panel-head">
        <h3>LLM Profiles</h3>
        <p>Every prompt is answered once under each profile, side by side.</p>
        <Tooltip title={isFull && `Max profile count(${maxProfiles})`}>
          <Button
            type="primary"
            icon={<PlusOutlined />}
            disabled={isFull}
            onClick={() => setOpened({ what: 'new' })}
          >
            Add New LLM Profile
          </Button>
        </Tooltip>
      </div>
      <ProfileTable
        profiles={profiles}
        onEdit={(profile) => setOpened({ what: 'edit', profile })}
        onDelete={(profile) => setOpened({ what: 'delete', profile })}
      />
      {opened?.what === 'delete' && <DeleteProfile profile={opened.profile} onClose={close} />}
    </>
  )
}

type DeleteProps = { readonly profile: LlmProfile; readonly onClose: () => void }

function DeleteProfile({ profile, onClose }: DeleteProps) {
  const { mutateAsync: remove } = useDeleteProfile()
  const alerts = useAlerts()

  async function handleConfirm() {
    await remove(profile.id)
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
      The results that were made under it are removed with it.
    </ConfirmDialog>
  )
}
