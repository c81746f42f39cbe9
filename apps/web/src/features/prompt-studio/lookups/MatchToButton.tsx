import { LinkOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Prompt } from '../prompt.ts'

const MatchToDialog = lazy(async () => ({
  default: (await import('./MatchToDialog.tsx')).MatchToDialog,
}))

/** Opens the setting *Match to* of a prompt. */
export function MatchToButton({ prompt }: { readonly prompt: Prompt }) {
  const [isOpen, setOpen] = useState(false)
  const { key, matchTo } = prompt
  const title = matchTo ? `Matched to ${matchTo.table}` : 'Match to a lookup table'
  return (
    <>
      <Tooltip title={title}>
        <Button
          type={matchTo ? 'link' : 'text'}
          size="small"
          aria-label={`Match ${key} to a lookup table`}
          icon={<LinkOutlined />}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      <Suspense>
        {isOpen && <MatchToDialog prompt={prompt} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
