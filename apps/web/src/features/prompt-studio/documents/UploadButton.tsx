import { UploadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useIsReadOnly } from '../state/page-context.ts'
import { acceptedFiles } from './check-file.ts'
import { useUploads } from './uploads.tsx'

type Props = { readonly children: ReactNode; readonly isPrimary?: boolean }

/** Lets the user choose one or more files to upload. */
export function UploadButton({ children, isPrimary }: Props) {
  const { refusal, add } = useUploads()
  const isReadOnly = useIsReadOnly()
  const inputRef = useRef<HTMLInputElement>(null)

  return (
    <>
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        aria-label="Files to upload"
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Tooltip title={refusal}>
        {/* A disabled button fires no mouse events, so the span around it shows the tooltip. */}
        <span>
          <Button
            type={isPrimary ? 'primary' : 'default'}
            icon={<UploadOutlined />}
            disabled={isReadOnly || refusal !== undefined}
            onClick={() => inputRef.current?.click()}
          >
            {children}
          </Button>
        </span>
      </Tooltip>
    </>
  )
}
