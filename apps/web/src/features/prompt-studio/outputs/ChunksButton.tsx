import { FileSearchOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { LlmProfile } from '../profile.ts'
import type { Prompt } from '../prompt.ts'

const ChunksDialog = lazy(async () => ({
  default: (await import('./ChunksDialog.tsx')).ChunksDialog,
}))

type Props = {
  readonly prompt: Prompt
  readonly profile: LlmProfile
  readonly documentId: string
}

/** Opens the chunks from which an output was extracted. */
export function ChunksButton({ prompt, profile, documentId }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip title="Chunk used">
        <Button
          type="text"
          size="small"
          aria-label={`Chunks used for ${prompt.key} with ${profile.name}`}
          icon={<FileSearchOutlined />}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      <Suspense>
        {isOpen && (
          <ChunksDialog
            promptId={prompt.id}
            profileId={profile.id}
            documentId={documentId}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
