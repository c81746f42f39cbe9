import { MoreOutlined } from '@ant-design/icons'
import type { CoveredPrompt } from '@recto/contract/prompts'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePatchPrompt } from '../prompt-studio.queries.ts'
import { useRuns } from '../runs/runs.tsx'
import { useEditor } from '../state/editor-context.ts'
import { DeletePrompt } from './DeletePrompt.tsx'

/** What is seldom done with a prompt or a note. */
export function PromptMenu({ prompt }: { readonly prompt: CoveredPrompt }) {
  const [isDeleting, setDeleting] = useState(false)
  const items = useItems(prompt)
  const remove = {
    key: 'delete',
    label: 'Delete',
    danger: true,
    onClick: () => setDeleting(true),
  }

  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items: [...items, remove] }}>
        <Button
          type="text"
          size="small"
          aria-label={`More for ${prompt.prompt_key}`}
          icon={<MoreOutlined />}
        />
      </Dropdown>
      {isDeleting && <DeletePrompt prompt={prompt} onClose={() => setDeleting(false)} />}
    </>
  )
}

function useItems(prompt: CoveredPrompt): NonNullable<MenuProps['items']> {
  const { profiles, documents } = useEditor()
  const { start } = useRuns()
  const { mutateAsync: patch } = usePatchPrompt()
  const alerts = useAlerts()
  const { prompt_id: promptId, active } = prompt
  if (prompt.prompt_type === 'NOTES') return []

  const everywhere = documents.flatMap(({ document_id: documentId }) =>
    profiles.map(({ profile_id: profileId }) => ({ promptId, profileId, documentId })),
  )
  async function toggle() {
    const change = { params: { prompt_id: promptId }, body: { active: !active } }
    await patch(change).catch((refusal) => alerts.failed(refusal, 'Failed to update'))
  }
  return [
    {
      key: 'all',
      label: 'Run on all documents',
      disabled: everywhere.length === 0,
      onClick: () => void start(everywhere),
    },
    {
      key: 'active',
      label: active ? 'Leave out of runs and export' : 'Include in runs and export',
      onClick: () => void toggle(),
    },
    { type: 'divider' },
  ]
}
