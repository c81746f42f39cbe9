import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useRuns } from '../runs/runs.tsx'
import { useRunFacts } from '../state/editor-context.ts'
import { DeletePrompt } from './DeletePrompt.tsx'

/** What is seldom done with a prompt or a note. */
export function PromptMenu({ prompt }: { readonly prompt: Prompt }) {
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
          aria-label={`More for ${prompt.key}`}
          icon={<MoreOutlined />}
        />
      </Dropdown>
      {isDeleting && <DeletePrompt prompt={prompt} onClose={() => setDeleting(false)} />}
    </>
  )
}

function useItems(prompt: Prompt): NonNullable<MenuProps['items']> {
  const { profiles, documents } = useRunFacts()
  const { start } = useRuns()
  const { mutateAsync: patch } = usePatchPrompt()
  const alerts = useAlerts()
  const { id: promptId, isActive } = prompt
  if (prompt.isNote) return []

  const everywhere = documents.flatMap(({ id: documentId }) =>
    profiles.map(({ id: profileId }) => ({ promptId, profileId, documentId })),
  )
  async function toggle() {
    const change = { id: promptId, changes: { isActive: !isActive } }
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
      label: isActive ? 'Leave out of runs and export' : 'Include in runs and export',
      onClick: () => void toggle(),
    },
    { type: 'divider' },
  ]
}
