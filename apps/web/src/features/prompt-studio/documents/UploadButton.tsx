import { UploadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useIsReadOnly } from '../state/read-only.ts'
import { usualFiles } from './check-file.ts'
import { useUploads } from './uploads.tsx'

type Props = { readonly children: ReactNode; readonly isPrimary?: boolean }

/** Lets the user choose files, several at once. */
export function UploadButton({ children, isPrimary }: Props) {
  const { refusal, add } = useUploads()
  const isReadOnly = useIsReadOnly()
  const input = useRef<HTMLInputElement>(null)

  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={usualFiles}
        aria-label="Files to upload"
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Tooltip title={refusal}>
        {/* A disabled button hears no mouse; what is around it does. */}
        <span>
          <Button
            type={isPrimary ? 'primary' : 'default'}
            icon={<UploadOutlined />}
            disabled={isReadOnly || refusal !== undefined}
            onClick={() => input.current?.click()}
          >
            {children}
          </Button>
        </span>
      </Tooltip>
    </>
  )
}
